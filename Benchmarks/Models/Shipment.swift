import AutoCoding
import Foundation

extension Auto {
  /// An object of thirty properties, with an owner that many objects share.
  final class Shipment: AutoCoding, DefaultInitializable {
    var id = 0
    var code = ""
    var title = ""
    var sender = ""
    var recipient = ""
    var street = ""
    var city = ""
    var country = ""
    var note: String?
    var carrier: String?
    var weight = 0.0
    var width = 0.0
    var height = 0.0
    var depth = 0.0
    var price = 0.0
    var latitude = 0.0
    var longitude = 0.0
    var parcels = 0
    var stops = 0
    var priority = 0
    var year = 0
    var isOpen = false
    var isPaid = false
    var isFragile = false
    var isInsured = false
    var created = Date(timeIntervalSinceReferenceDate: 0)
    var arrived: Date?
    var tags: [String] = []
    var numbers: [Int] = []
    var owner = ShipmentOwner()

    init() {}
  }

  final class ShipmentOwner: AutoCoding, DefaultInitializable {
    var id = 0
    var name = ""

    init() {}
  }
}

extension Auto.Shipment {
  /// Twenty objects have one owner.
  static func samples(_ count: Int) -> [Auto.Shipment] {
    let owners = (0..<max(count / 20, 1)).map { index in
      let owner = Auto.ShipmentOwner()
      (owner.id, owner.name) = (index, "Owner \(index)")
      return owner
    }
    return (0..<count).map { sample($0, owner: owners[$0 % owners.count]) }
  }

  private static func sample(_ index: Int, owner: Auto.ShipmentOwner) -> Auto.Shipment {
    let shipment = Auto.Shipment()
    shipment.id = index * 7919
    shipment.code = "S-\(index)"
    shipment.title = "Shipment number \(index)"
    shipment.sender = "Sender \(index % 1000)"
    shipment.recipient = "Recipient \(index % 5000)"
    shipment.street = "Street \(index % 700)"
    shipment.city = "City \(index % 90)"
    shipment.country = "Country \(index % 30)"
    shipment.note = index.isMultiple(of: 3) ? "Note \(index)" : nil
    shipment.carrier = index.isMultiple(of: 2) ? "Carrier \(index % 10)" : nil
    shipment.weight = Double(index) * 1.37
    shipment.width = Double(index % 40) / 8
    shipment.height = Double(index % 50) / 8
    shipment.depth = Double(index % 60) / 8
    shipment.price = Double(index) / 4
    shipment.latitude = 47.3769 + Double(index % 10)
    shipment.longitude = 8.5417 - Double(index % 7)
    shipment.parcels = index % 9
    shipment.stops = index % 13
    shipment.priority = index % 5
    shipment.year = 2000 + index % 27
    shipment.isOpen = index.isMultiple(of: 2)
    shipment.isPaid = index.isMultiple(of: 3)
    shipment.isFragile = index.isMultiple(of: 5)
    shipment.isInsured = index.isMultiple(of: 7)
    shipment.created = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(index) * 61.25)
    shipment.arrived = index.isMultiple(of: 4) ? shipment.created.addingTimeInterval(86_400) : nil
    shipment.tags = (0..<index % 3).map { "tag\($0)" }
    shipment.numbers = Array(0..<index % 4)
    shipment.owner = owner
    return shipment
  }
}
