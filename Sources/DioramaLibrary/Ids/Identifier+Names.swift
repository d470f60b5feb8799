/// The id of an entry of `Account`.
public typealias AccountID = Identifier<Account>
/// The id of an entry of `Place`.
public typealias PlaceID = Identifier<Place>
/// The id of an entry of `Thing`.
public typealias ThingID = Identifier<Thing>
/// The id of an entry of `Recording`.
public typealias RecordingID = Identifier<Recording>
/// The id of an entry of `Media`.
public typealias MediaID = Identifier<Media>
/// The id of an entry of `Memory`.
public typealias MemoryID = Identifier<Memory>
/// The id of an entry of `SpacePlan`.
public typealias SpacePlanID = Identifier<SpacePlan>
/// The id of an entry of `PlanEditRecord`.
public typealias PlanEditID = Identifier<PlanEditRecord>
/// The id of an entry of `MeasurementRecord`.
public typealias MeasurementID = Identifier<MeasurementRecord>
/// The id of an entry of `MemoryVersion`.
public typealias MemoryVersionID = Identifier<MemoryVersion>
/// The id of an entry of `Contact`.
public typealias ContactID = Identifier<Contact>
/// The id of an entry of `Share`.
public typealias ShareID = Identifier<Share>
/// The id of an entry of `Request`.
public typealias RequestID = Identifier<Request>
/// The id of an entry of `Workflow`.
public typealias WorkflowID = Identifier<Workflow>
/// The id of an entry of `Consent`.
public typealias ConsentID = Identifier<Consent>
