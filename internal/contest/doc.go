// Package contest runs games for strangers: agents of any team play over WebSocket.
//
// # Laws
//
// What a player answers is on disk before it has an effect, so that a server that is killed goes on where it stood.
// Nothing that a client sends, its name included, reaches a file name, a log or a page unescaped. No game waits for
// anybody but its players: not for a slow client's network, an operator's webhook, or an observer.
//
// # What owns what
//
// An arrow means that the left type holds the right one. No type holds one that holds it.
//
//	Contest ──> admission ──> access.Tokens, access.Limits, teamRegister
//	   │
//	   ├──> host, one a track ──> matching.Policy (or its Journal), store, supply
//	   │      │                     store ──> archive.Archive, the organisers' logs
//	   │      ├──> conn, a client that waits ──> its WebSocket
//	   │      └──> runningGame ──> session, one a seat ──> conn, the client that plays on it
//	   │              └──> GameObserver
//	   ├──> health, notifier, teamRegister, Observer   (hosts share these four)
//	   └──> locks
//
// A session tells its host that its connection is lost by a function that it was given, and health tells hosts that a
// team is back by a channel. So neither knows the host.
//
// # Goroutines
//
//	host.run         one a track; owns every field of its host, and is handed work by host.do. It ends when nobody is
//	                 admitted any more and the last game is over, or when the contest's context ends.
//	host.play        one a game; drives match.Match, writes the record, tells the observer, books the end.
//	conn.read        two a client. They alone touch its socket. What nobody asked for is dropped as it comes; a client
//	conn.write       that lags 512 packets behind loses its connection.
//	admission.handle the HTTP handler, one a client; asks the name, hands the conn to the host, stays as long as the socket.
//	host.call        one a connection to an agent that listens: makes it, then does what admission.handle does, and again.
//	host.askLife     one a ping that is out.
//	session.holds    by host.claim, while a newcomer waits for the seat of its name.
//	host.stand       one a team that has a substitute: plays for it, over the server's own port, until the organiser ends it.
//	supply.run       one a track that makes characters up.
//	notifier.run     sends the operator's messages, one at a time; Contest.look finds what to tell.
//
// # Who calls whom
//
//	host.call ──HTTP──> client that listens, then as below from admission.receive on
//	client ──HTTP──> admission.handle ──> receive ──do──> host.arrive ──> comeBack | claim | admit
//	host.seatAll ──> Policy.Next ──> start: Policy.Start (on disk), then the record (on disk), then host.play
//	host.play ──> match.Match ──> session.Answer ──> conn.send ... conn.inbox ──> answer
//	match.Match ──> recorder.Append, Flush ──> the record (on disk), then GameObserver.Record
//	host.play ──do──> host.book ──> Policy.End, then seatAll again
//
// # Locks
//
//	session.mu       its conn, what is asked, what it was told last. Held while a packet is queued, never while one waits.
//	teamRegister.mu  counts of teams, and how their names look.
//	health.mu        what teams did lately.
//	notifier.mu      the counts for the next message.
//	supply.mu        characters that are ready.
//	archive.Archive  has its own: summaries of games that are over.
//	conn             atomics; left is read after lost is closed.
//
// No function takes a second one of these while it holds one.
//
// # Life
//
//	New      locks the folders, opens the journals.
//	Start    tells the observer of the games that an earlier server left and of those it did not see to the end; then
//	         clients may come.
//	Drain    admits nobody and waits for games, as long as shutdown_grace says.
//	Halt     lets games stand still; their records stay unfinished.
//	Release  closes the journals, frees the folders.
//
// # Below
//
// config reads the configuration file, matching decides who meets, archive keeps the records, access says who may come
// in. What shows contests to spectators implements Observer and is not known here.
package contest
