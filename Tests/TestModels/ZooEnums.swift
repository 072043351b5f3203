import AutoCoding

extension Zoo {
  package enum Mode: AutoCoding, CaseIterable {
    case on, off, standby
  }

  package enum Single: AutoCoding, CaseIterable {
    case only
  }

  package enum Named: AutoCoding, CaseIterable {
    case `default`, _underscored, größe, 🙂, camelCaseURL
  }

  package enum RawNamed: AutoCoding, CaseIterable {
    case `with space`, `1st`, `a.b`, plain
  }

  /// A raw type that is not `Codable`: the case name is written.
  package enum CharacterRaw: Character, AutoCoding, CaseIterable {
    case a = "b"
    case c = "🏳️‍🌈"
  }

  package struct EnumProperties: AutoCoding, Equatable {
    let mode: Mode
    let single: Single
    let optional: Mode?
    let nested: Mode??
    let wide: Wide?
    let list: [Mode]
    let map: [String: Named]
    let keyed: [Mode: Int]
    let tail: Bool
  }

  package enum Wide: AutoCoding, CaseIterable {
    case a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap
    case b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp
    case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, ca, cb, cc, cd, ce, cf, cg, ch, ci, cj, ck, cl, cm, cn, co, cp
    case d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, `do`, dp
    case e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, ea, eb, ec, ed, ee, ef, eg, eh, ei, ej, ek, el, em, en, eo, ep
    case f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, fa, fb, fc, fd, fe, ff, fg, fh, fi, fj, fk, fl, fm, fn, fo, fp
    case g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf, gg, gh, gi, gj, gk, gl, gm, gn, go, gp
    case h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, ha, hb, hc, hd, he, hf, hg, hh, hi, hj, hk, hl, hm, hn, ho, hp
    case i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ia, ib, ic, id, ie, `if`, ig, ih, ii, ij, ik, il, im, `in`, io, ip
    case j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, ja, jb, jc, jd, je, jf, jg, jh, ji, jj, jk, jl, jm, jn, jo, jp
    case last
  }
}

extension Twin {
  package enum Mode: Codable, CaseIterable {
    case on, off, standby
  }

  package enum Single: Codable, CaseIterable {
    case only
  }

  package enum Named: Codable, CaseIterable {
    case `default`, _underscored, größe, 🙂, camelCaseURL
  }

  package enum RawNamed: Codable, CaseIterable {
    case `with space`, `1st`, `a.b`, plain
  }

  package enum CharacterRaw: Character, Codable, CaseIterable {
    case a = "b"
    case c = "🏳️‍🌈"
  }

  package struct EnumProperties: Codable, Equatable {
    let mode: Mode
    let single: Single
    let optional: Mode?
    let nested: Mode??
    let wide: Wide?
    let list: [Mode]
    let map: [String: Named]
    let keyed: [Mode: Int]
    let tail: Bool
  }

  package enum Wide: Codable, CaseIterable {
    case a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap
    case b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp
    case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, ca, cb, cc, cd, ce, cf, cg, ch, ci, cj, ck, cl, cm, cn, co, cp
    case d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, `do`, dp
    case e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, ea, eb, ec, ed, ee, ef, eg, eh, ei, ej, ek, el, em, en, eo, ep
    case f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, fa, fb, fc, fd, fe, ff, fg, fh, fi, fj, fk, fl, fm, fn, fo, fp
    case g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf, gg, gh, gi, gj, gk, gl, gm, gn, go, gp
    case h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, ha, hb, hc, hd, he, hf, hg, hh, hi, hj, hk, hl, hm, hn, ho, hp
    case i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ia, ib, ic, id, ie, `if`, ig, ih, ii, ij, ik, il, im, `in`, io, ip
    case j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, ja, jb, jc, jd, je, jf, jg, jh, ji, jj, jk, jl, jm, jn, jo, jp
    case last
  }
}

extension Zoo {
  private static func enumProperties() -> [EnumProperties] {
    [
      EnumProperties(
        mode: .standby, single: .only, optional: .off, nested: .some(.off), wide: .last, list: [.on, .off, .standby],
        map: ["camelKey": .camelCaseURL], keyed: [.standby: 3], tail: true),
      EnumProperties(
        mode: .on, single: .only, optional: nil, nested: nil, wide: nil, list: [], map: [:], keyed: [:], tail: false),
    ]
  }

  private static func enumPropertyTwins() -> [Twin.EnumProperties] {
    [
      Twin.EnumProperties(
        mode: .standby, single: .only, optional: .off, nested: .some(.off), wide: .last, list: [.on, .off, .standby],
        map: ["camelKey": .camelCaseURL], keyed: [.standby: 3], tail: true),
      Twin.EnumProperties(
        mode: .on, single: .only, optional: nil, nested: nil, wide: nil, list: [], map: [:], keyed: [:], tail: false),
    ]
  }

  static var enums: [any ZooSpecimen] {
    [
      Specimen(cases: "enum", Mode.self, Twin.Mode.self),
      Specimen(cases: "enum with one case", Single.self, Twin.Single.self),
      Specimen(cases: "enum with unusual names", Named.self, Twin.Named.self),
      Specimen(cases: "enum with raw identifiers", RawNamed.self, Twin.RawNamed.self),
      Specimen(cases: "enum with 261 cases", Wide.self, Twin.Wide.self),
      Specimen(cases: "enum of characters", CharacterRaw.self, Twin.CharacterRaw.self),
      Specimen("enum properties", enumProperties(), enumPropertyTwins()),
    ]
  }
}
