// Package bench holds the fixed suite that players are measured by, with the card that comes of it.
//
// Its law: a card is counted from records and kept results alone, and two cards stand beside each other only in the parts of the suite
// that were the same for both. Figures of a part that has changed since are never compared.
package bench
