// What AutoCoding needs from C: entry points of the Swift runtime, atomics, locks, memory and thread-local state.
//
// The runtime's entry points are the functions behind Swift.Mirror and the documented allocation functions of the
// stable ABI (swift/docs/ABI). Swift has no importable declaration for them; a C header gives them the right calling
// convention without `@_silgen_name`.

#ifndef AUTOCODING_RUNTIME_SHIMS_H
#define AUTOCODING_RUNTIME_SHIMS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>
#endif

// Swift code that uses C++ reads this header too.
#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

#define AC_SWIFTCALL __attribute__((swiftcall))

// A value with an alignment of 16 bytes.
typedef struct __attribute__((aligned(16))) {
  uint64_t first;
  uint64_t second;
} ACWidelyAligned;

// What swift_reflectionMirror_recursiveChildMetadata returns about a field in addition to its type.
typedef struct {
  const char *_Nullable name;
  void (*_Nullable freeName)(const char *_Nullable);
  bool isStrong;
  bool isVar;
} ACFieldInfo;

// The stored properties of a type, superclasses' first.
AC_SWIFTCALL intptr_t swift_reflectionMirror_recursiveCount(const void *type);
AC_SWIFTCALL const void *_Nullable swift_reflectionMirror_recursiveChildMetadata(
    const void *type, intptr_t index, ACFieldInfo *field);
AC_SWIFTCALL intptr_t swift_reflectionMirror_recursiveChildOffset(const void *type, intptr_t index);

// Returns the type that a mangled name denotes, given the generic arguments of the context in which it was found.
AC_SWIFTCALL const void *_Nullable swift_getTypeByMangledNameInContext(
    const char *name, size_t length, const void *_Nullable context, const void *_Nullable const *_Nullable arguments);

// Returns the witness table of a conformance, or null.
const void *_Nullable swift_conformsToProtocol(const void *type, const void *protocol);

// Returns the witness table of a type for a conformance descriptor, given the arguments of the conformance's conditions.
const void *swift_getWitnessTable(const void *conformance, const void *type, const void *_Nullable const *_Nullable arguments);

// Allocates an instance whose stored properties are not initialized.
void *swift_allocObject(const void *metadata, size_t size, size_t alignmentMask);

// Frees the memory of an instance whose stored properties are not initialized. No deinit runs.
void swift_deallocUninitializedObject(void *object, size_t size, size_t alignmentMask);

// The boxes of indirect enum cases.
typedef struct {
  void *object;
  void *buffer;
} ACBox;
AC_SWIFTCALL ACBox swift_allocBox(const void *type);
void swift_deallocBox(void *object);
void *swift_projectBox(void *object);

#if defined(__linux__)
// The metadata sections of an image (swift/stdlib/public/SwiftShims/swift/shims/MetadataSections.h).
typedef struct {
  uintptr_t start;
  size_t length;
} ACSectionRange;
typedef struct {
  uintptr_t version;
  const void *_Nullable baseAddress;
  const void *_Nullable unused0;
  const void *_Nullable unused1;
  ACSectionRange protocols;
  ACSectionRange protocolConformances;
  ACSectionRange typeMetadata;
} ACMetadataSections;
void swift_enumerateAllMetadataSections(
    bool (*body)(const ACMetadataSections *sections, void *_Nullable context), void *_Nullable context);
#endif

#if defined(__linux__)
// The image that contains an address. The position is that in the dynamic linker's list, which begins with the
// program itself.
typedef struct {
  uintptr_t address;
  size_t position;
  const char *_Nullable name;
  // The difference between an address in memory and the same address in the image's file.
  uintptr_t bias;
} ACImage;
// glibc and musl declare this, and the structs that it needs, only with _GNU_SOURCE, which an importer may not have
// defined in time. Likewise below.
struct dl_phdr_info;
extern int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *_Nullable), void *_Nullable context);
static inline int ac_compare_image(struct dl_phdr_info *info, size_t size, void *_Nullable context) {
  typedef struct {
    uint32_t type, flags;
    uint64_t offset, address, physicalAddress, fileSize, memorySize, alignment;
  } Segment;
  typedef struct {
    uintptr_t bias;
    const char *name;
    const Segment *segments;
    uint16_t segmentCount;
  } Image;
  const Image *found = (const Image *)info;
  ACImage *image = (ACImage *)context;
  for (uint16_t index = 0; index < found->segmentCount; index++) {
    const Segment *segment = &found->segments[index];
    const uint32_t loaded = 1;  // PT_LOAD
    if (segment->type != loaded || image->address - (found->bias + segment->address) >= segment->memorySize) continue;
    image->name = found->name;
    image->bias = found->bias;
    return 1;
  }
  image->position++;
  return 0;
}
// Returns false if no image contains the address.
static inline bool ac_find_image(ACImage *image) { return dl_iterate_phdr(ac_compare_image, image) == 1; }
#endif

// Returns the demangled name, which the caller frees; null if the name is not mangled.
char *_Nullable swift_demangle(
    const char *name, size_t length, char *_Nullable output, size_t *_Nullable outputSize, uint32_t flags);

// Calls the metadata access function of a type that is not generic.
typedef struct {
  const void *_Nullable metadata;
  size_t state;
} ACMetadataResponse;
static inline const void *_Nullable ac_type_metadata(const void *accessFunction) {
  typedef AC_SWIFTCALL ACMetadataResponse (*Access)(size_t request);
  return ((Access)(uintptr_t)accessFunction)(0).metadata;
}

// Atomics that publish immortal tables to readers without a lock. Swift's Synchronization module would raise the
// deployment target to macOS 15 and iOS 18.
static inline void *ac_load_acquire(void *_Nullable const *_Nonnull address) {
  return __atomic_load_n(address, __ATOMIC_ACQUIRE);
}
static inline void *_Nullable ac_load_acquire_optional(void *_Nullable const *_Nonnull address) {
  return __atomic_load_n(address, __ATOMIC_ACQUIRE);
}

static inline void ac_store_release(void *_Nullable *_Nonnull address, void *_Nullable value) {
  __atomic_store_n(address, value, __ATOMIC_RELEASE);
}
static inline void *_Nullable ac_exchange(void *_Nullable *_Nonnull address, void *_Nullable value) {
  return __atomic_exchange_n(address, value, __ATOMIC_ACQ_REL);
}

// Atomic numbers that do not order accesses to other memory: hints, for which any value that was ever stored is valid,
// and counts.
static inline uint16_t ac_load_hint(const uint16_t *address) { return __atomic_load_n(address, __ATOMIC_RELAXED); }
static inline void ac_store_hint(uint16_t *address, uint16_t value) {
  __atomic_store_n(address, value, __ATOMIC_RELAXED);
}
static inline void ac_or_count(intptr_t *address, intptr_t bits) {
  __atomic_fetch_or(address, bits, __ATOMIC_RELAXED);
}
static inline intptr_t ac_load_count(const intptr_t *address) { return __atomic_load_n(address, __ATOMIC_RELAXED); }
static inline void ac_store_count(intptr_t *address, intptr_t value) {
  __atomic_store_n(address, value, __ATOMIC_RELAXED);
}
static inline intptr_t ac_add_count(intptr_t *address, intptr_t value) {
  return __atomic_add_fetch(address, value, __ATOMIC_RELAXED);
}

// Returns whether an environment variable is "1".
static inline bool ac_is_set(const char *name) {
  const char *_Nullable value = getenv(name);
  return value && strcmp((const char *)value, "1") == 0;
}

// A lock.
static inline void *ac_mutex_create(void) {
  pthread_mutex_t *mutex = (pthread_mutex_t *)malloc(sizeof(pthread_mutex_t));
  if (!mutex) abort();
  pthread_mutex_init(mutex, NULL);
  return mutex;
}
static inline void ac_mutex_destroy(void *mutex) {
  pthread_mutex_destroy((pthread_mutex_t *)mutex);
  free(mutex);
}
// What the threads that use one coder share: its options, an idle worker that has them, a number that one call leaves
// for the next, and a lock. One allocation, since coders are often made for a single call.
typedef struct {
  void *_Nullable options;
  void *_Nullable idle;
  intptr_t hint;
  pthread_mutex_t lock;
} ACCoder;
static inline ACCoder *ac_coder_create(void) {
  ACCoder *coder = (ACCoder *)malloc(sizeof(ACCoder));
  if (!coder) abort();
  coder->options = NULL;
  coder->idle = NULL;
  coder->hint = 0;
  pthread_mutex_init(&coder->lock, NULL);
  return coder;
}
static inline void ac_coder_destroy(ACCoder *coder) {
  pthread_mutex_destroy(&coder->lock);
  free(coder);
}

static inline void ac_mutex_lock(void *mutex) { pthread_mutex_lock((pthread_mutex_t *)mutex); }
static inline void ac_mutex_unlock(void *mutex) { pthread_mutex_unlock((pthread_mutex_t *)mutex); }

// Resizes memory, in place if possible, which Swift's allocator cannot. If memory is exhausted, the process ends, as it
// does for Swift's own allocations. Large memory is advised to use large pages: the first write to each page is a page
// fault, which takes longer than to fill a small page.
static inline void *ac_resize(void *_Nullable memory, size_t size) {
  void *_Nullable resized = realloc(memory, size);
  if (!resized) abort();
#if defined(__linux__)
  if (size >= (size_t)4 << 20) {
    // Include the first and last page even if other allocations share them: advice for a part of a mapping splits it,
    // and then it can no longer be moved as one.
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)resized & ~(page - 1);
    uintptr_t end = ((uintptr_t)resized + malloc_usable_size(resized) + page - 1) & ~(page - 1);
    // If the advice is ignored, the memory is only slower.
    madvise((void *)start, end - start, 14);  // MADV_HUGEPAGE
  }
#endif
  return resized;
}
static inline void ac_free(void *memory) { free(memory); }
__attribute__((noreturn)) static inline void ac_out_of_memory(void) { abort(); }

// Memory that the system maps, in large pages if it has them. The sizes are multiples of 2 MB, the usual size of a
// large page; only then does memory stay in large pages when it moves. New memory is all zero.
#if defined(__linux__)
// Declared only with _GNU_SOURCE, as above.
extern void *mremap(void *memory, size_t size, size_t newSize, int flags, ...);
static inline void *_Nullable ac_pages_resize(void *_Nullable memory, size_t size, size_t newSize) {
  const int mayMove = 1, largePages = 14;  // MREMAP_MAYMOVE, MADV_HUGEPAGE
  void *resized = memory ? mremap((void *)memory, size, newSize, mayMove)
                         : mmap(NULL, newSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (resized == MAP_FAILED) return NULL;
  // If the advice is ignored, the memory is only slower.
  if (!memory) madvise(resized, newSize, largePages);
  return resized;
}
static inline void ac_pages_free(void *memory, size_t size) { munmap(memory, size); }
static inline bool ac_pages_exist(void) { return true; }
#else
static inline void *_Nullable ac_pages_resize(void *_Nullable memory, size_t size, size_t newSize) { return NULL; }
static inline void ac_pages_free(void *memory, size_t size) {}
static inline bool ac_pages_exist(void) { return false; }
#endif

// Prefetches memory that is soon read and written. This is a hint: the address need not be valid.
static inline void ac_prefetch(const void *address) { __builtin_prefetch(address, 1); }

// The levels of nested values that a coder has entered on a thread.
typedef struct {
  intptr_t depth;
  // The limit of the current level, and those of the first two levels around it: a coder of
  // Foundation's that is called within another one sets its own limit at the second or third level.
  intptr_t maximumDepth;
  intptr_t firstLimit;
  intptr_t secondLimit;
  // The number of levels entered since the outermost.
  intptr_t work;
  // How many of them were entered for values that then did not fit; see UntaggedCases.
  intptr_t failedWork;
  // The record of the parts coded so far, if they are many; owned, and released when the outermost level is left.
  void *_Nullable visits;
} ACLevels;

// What the coders at work on a thread have set. Code that runs as if there were none gets a state of zeros.
typedef struct {
  ACLevels levels;
  // The state of a call through a foreign coder. The setter keeps it alive.
  void *_Nullable scope;
  // The codec of the type that a coder was asked for, the innermost type declared on the way from there, and the
  // coder's context: see TypeScope. The setter keeps them alive.
  const void *_Nullable rootCodec;
  const void *_Nullable declaration;
  const void *_Nullable context;
  // How many errors of models' own code may be on their way to code that recovers from others.
  uintptr_t ownCodeFailures;
  // Whether the bridge gives containers whole models, to find out the path of an error.
  bool isNestingSuspended;
  // What the Foundation archiver at work has encoded. The setter keeps it alive.
  void *_Nullable archive;
} ACCoderState;

// A thread's state in nested calls. Each object file has its own copy of an inline function's static variable, so only
// one Swift file may call ac_thread_state.
typedef struct {
  uintptr_t stackLimit;
  ACCoderState coder;
  intptr_t probes;
  /// What probes have as their userInfo: an object that is not retained.
  const void *_Nullable userInfo;
  // The type for which a default of AutoCoding's was called last, and which one.
  const void *_Nullable defaulted;
  int8_t defaultedCall;
  // How many bytes readers of this thread have looked at before they read them.
  uint64_t lookaheadByteCount;
  // What other archivers have encoded on this thread that may still be alive. The thread's dictionary keeps it alive.
  void *_Nullable archives;
  // The object that was last hashed by its properties, and its hash then.
  const void *_Nullable hashed;
  intptr_t hash;
  // Whether the index of conformances was found to be of all images, for a map that is being built.
  bool trustsImages;
} ACThreadState;
#if defined(__linux__)
// Declared only with _GNU_SOURCE, as above.
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
// The lowest address of the main thread's stack, or 0 if only the C library can tell. That reads the list of all mappings,
// which takes a tenth of a millisecond. The kernel puts the program's path at the top of the stack, and keeps 128 MB
// free for it to grow.
static inline uintptr_t ac_main_stack_limit(void) {
  struct rlimit limit;
  const char *path = (const char *)getauxval(AT_EXECFN);
  long page = sysconf(_SC_PAGESIZE);
  if (!path || page <= 0 || syscall(SYS_gettid) != getpid() || getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
  if (limit.rlim_cur > (64 << 20)) return 0;
  uintptr_t top = (uintptr_t)path + strlen(path) + 1 + sizeof(void *);
  top = (top + page - 1) / page * page;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  // It is another stack if a thread has forked this process, or under an emulator.
  return here < top && top - here < limit.rlim_cur ? top - limit.rlim_cur : 0;
}
#endif
// Asked once for each thread, and so large that it would keep ac_thread_state from being inlined.
__attribute__((noinline, cold)) static uintptr_t ac_stack_limit(void) {
#if defined(__APPLE__)
  return (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
  uintptr_t mainLimit = ac_main_stack_limit();
  if (mainLimit != 0) return mainLimit;
  pthread_attr_t attributes;
  void *_Nullable lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
  pthread_attr_getstack(&attributes, (void **)&lowest, &size);
  pthread_attr_destroy(&attributes);
  return lowest ? (uintptr_t)lowest : 1;
#else
  return 1;
#endif
}
static inline ACThreadState *ac_thread_state(void) {
  static _Thread_local ACThreadState state;
  if (state.stackLimit == 0) state.stackLimit = ac_stack_limit();
  return &state;
}
static inline uintptr_t ac_stack_left(const ACThreadState *state) {
  return (uintptr_t)__builtin_frame_address(0) - state->stackLimit;
}

#if defined(__linux__)
// The functions that have called the current one, from the innermost on, as the unwinder finds them. Stops at `last`, and
// at the first that the unwinder does not know.
typedef struct {
  const void *_Nullable *_Nonnull functions;
  size_t count;
  size_t capacity;
  const void *_Nonnull last;
} ACCallers;
static inline _Unwind_Reason_Code ac_add_caller(struct _Unwind_Context *_Nonnull context, void *_Nullable state) {
  ACCallers *callers = (ACCallers *)state;
  if (callers->count == callers->capacity) return _URC_END_OF_STACK;
  void *function = _Unwind_FindEnclosingFunction((void *)_Unwind_GetIP(context));
  if (!function) return _URC_END_OF_STACK;
  callers->functions[callers->count++] = function;
  return function == callers->last ? _URC_END_OF_STACK : _URC_NO_REASON;
}
static inline size_t ac_callers(const void *last, const void *_Nullable *_Nonnull functions, size_t capacity) {
  ACCallers callers = {functions, 0, capacity, last};
  _Unwind_Backtrace(ac_add_caller, &callers);
  return callers.count;
}
#endif

// How many coding keys a container has tried on this thread since the count was set to 0. One per object file, as
// above.
static inline intptr_t *ac_key_count(void) {
  static _Thread_local intptr_t count;
  return &count;
}

// The number of the thread, counted from 1 in the order in which threads first ask. One per object file, as above.
static inline intptr_t ac_thread_number(void) {
  static _Thread_local intptr_t number;
  static intptr_t count;
  if (number == 0) number = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return number;
}

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
