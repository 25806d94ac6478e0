// Package fleet has jobs done by workers on many machines, by way of NATS JetStream.
//
// The law of the package: a job may be begun many times, and its result is taken once. What a job says, and what comes of it, are bytes here.
//
// Who hands out jobs begins a [Run] and calls [Crew.Do] for each, as many at a time as it likes; calls that wait together travel together, in
// parcels that take a worker about a quarter of a second. A [Worker] takes a parcel from the stream of jobs, says every few seconds that it is still
// at it, puts what came of the jobs into the object store under the name of its content, tells of it in the stream of what is done, and only
// then acknowledges the parcel. So a worker that dies, a server that is killed and a connection that breaks cost work, never a result.
//
// A job that fails comes back after a while, on whatever worker is free. One that has failed too often, or that no worker has lived through,
// goes to the dead letters with the cause, and the rest goes on.
package fleet
