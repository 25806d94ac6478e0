// Package wire is the AIWolf-NLP protocol: its packets, and the conversion between packets and observations.
//
// The server sends one JSON object a text frame and the player answers in plain text. On the server an [Encoder]
// turns the observations of one seat into packets. On the other side [Decode] reads a packet strictly and an
// [Observer] turns it back into an observation, so that a player never sees a packet. A [Client] puts these
// together and plays on any server of the protocol; with [Listen] it waits for the server to connect. docs/protocol.md describes the packets.
//
// Packets are those of the organisers' server, with keys in its order. Two of its habits are kept on purpose: a
// medium result also names the executed player as the judge, and everything revealed at dawn stays in every
// packet of the day. One is not: there a TALK packet moves the cursor of the whisper history too, which loses
// whispers.
package wire
