/// Uses a value as far as the optimizer can tell, so that the work that made it cannot be removed.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: Value) {}
