// Package wire is the AIWolf-NLP protocol: its packets, and the way between
// packets and observations.
//
// The server sends one JSON object a text frame, the player answers with plain
// text. An [Encoder] turns the observations of one seat into packets, [Decode]
// reads packets strictly, and an [Observer] turns them back into observations,
// so that a bot plays on any server of the protocol without seeing a packet.
// docs/protocol.md describes the packets.
//
// Packets are those of the organisers' server, with their keys in its order.
// Two of its habits are kept on purpose: a medium result names the executed
// player as the one who judged, too; and everything that was revealed at dawn
// stays in every packet of the day. One is not: there, a TALK packet moves the
// cursor of the whisper history as well, so that whispers are lost.
package wire
