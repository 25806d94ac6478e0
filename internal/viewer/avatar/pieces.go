package avatar

// The pieces of a face. COLOUR stands for the colour of whatever it is a piece of.

// hairBehind and hairBefore belong together: what hangs behind the head, what falls before it.
var hairBehind = [2][]string{
	soft: {
		`<path d="M15 30C13 14 23 9 32 9S51 14 49 30L50 50Q44 53 41 46H23Q20 53 14 50Z" fill="COLOUR"/>`,
		`<path d="M15.5 29C14 15 23 9.5 32 9.5S50 15 48.5 29Q49 38 45 42H19Q15 38 15.5 29Z" fill="COLOUR"/>`,
		`<circle cx="32" cy="8.5" r="6" fill="COLOUR"/><path d="M17 28C16 16 24 11 32 11S48 16 47 28Z" fill="COLOUR"/>`,
		`<path d="M46 22Q57 26 53 40Q51 48 54 52Q46 51 46 40Z" fill="COLOUR"/><path d="M17 28C16 15 24 10.5 32 10.5S48 15 47 28Z" fill="COLOUR"/>`,
		`<path d="M12 34C8 26 14 12 24 11C30 6 42 8 46 14C55 16 57 28 52 34C54 42 48 46 44 44H20C14 46 10 40 12 34Z" fill="COLOUR"/>`,
		`<path d="M17 26C17 15 24 11 32 11S47 15 47 26Z" fill="COLOUR"/><path d="M17 34Q10 38 13 48Q15 52 17 48Q15 42 20 38ZM47 34Q54 38 51 48Q49 52 47 48Q49 42 44 38Z" fill="COLOUR"/>`,
	},
	strong: {
		`<path d="M17.5 29C16 15 24 10.5 32 10.5S48 15 46.5 29Z" fill="COLOUR"/>`,
		`<path d="M17.5 27C17 15 25 11 33 11S47.5 16 46.5 27Z" fill="COLOUR"/>`,
		`<path d="M16 31C13 16 22 9 32 9S51 16 48 31L49 42Q45 44 44 38H20Q19 44 15 42Z" fill="COLOUR"/>`,
		`<path d="M18 30Q16 24 19 21M46 30Q48 24 45 21" stroke="COLOUR" stroke-width="3" fill="none" stroke-linecap="round"/>`,
		`<path d="M15 29C12 20 17 12 24 12C29 7 38 8 42 12C50 13 52 22 49 29Z" fill="COLOUR"/>`,
		`<path d="M17.5 28C17 16 24 11.5 32 11.5S47 16 46.5 28Z" fill="COLOUR"/>`,
	},
}

var hairBefore = [2][]string{
	soft: {
		`<path d="M18 29C17 17 25 12 32 12S47 17 46 29Q43 22 35 18Q28 25 18 29Z" fill="COLOUR"/>`,
		`<path d="M17.5 30C16 17 24 12 32 12S48 17 46.5 30Q45 24 43 22Q32 25 21 22Q19 24 17.5 30Z" fill="COLOUR"/>`,
		`<path d="M18.5 26C18 17 25 13 32 13S46 17 45.5 26Q40 17.5 32 17.5T18.5 26Z" fill="COLOUR"/>`,
		`<path d="M18 28C17 17 25 12.5 32 12.5S47 17 46 27Q42 19 33 17Q30 22 18 28Z" fill="COLOUR"/>`,
		`<path d="M18 26Q20 17 25 18Q27 14 32 16Q38 13 40 18Q45 18 46 26Q42 20 38 21Q33 18 29 21Q23 20 18 26Z" fill="COLOUR"/>`,
		`<path d="M18 28C17.5 17 25 13 32 13S46.5 17 46 28Q44 20 32 16Q20 20 18 28Z" fill="COLOUR"/><path d="M32 12.5V16.5" stroke="#fff" stroke-width=".6" opacity=".35"/>`,
	},
	strong: {
		`<path d="M18 28C17 17 25 12.5 32 12.5S47 17 46 28Q45 21 41 19.5Q32 21 25 19Q20 21 18 28Z" fill="COLOUR"/>`,
		`<path d="M18 26Q17 15 29 12Q42 9 47 19Q46 23 46 26Q44 19 38 18.5Q26 20 21 18.5Q18.5 21 18 26Z" fill="COLOUR"/>`,
		`<path d="M18 30C17 17 25 12 32 12S47 17 46 30Q44 20 34 17Q30 24 18 30Z" fill="COLOUR"/>`,
		`<path d="M25 15Q32 12.5 39 15Q32 14.3 25 15Z" fill="COLOUR" opacity=".55"/>`,
		`<path d="M18 25Q19 16 24 18Q25 12 31 16Q35 11 39 17Q45 15 46 25Q43 20 40 21Q36 18 33 21Q29 18 26 21Q21 20 18 25Z" fill="COLOUR"/>`,
		`<path d="M18 27Q18 19 21 20L24 14L28 19L32 12L36 19L40 14L43 20Q46 19 46 27Q44 22 32 20.5T18 27Z" fill="COLOUR"/>`,
	},
}

var brows = [...]string{
	`<path d="M23 27.4q3-1.8 6 0M35 27.4q3-1.8 6 0" stroke="COLOUR" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
	`<path d="M23 26.6l6 1M41 26.6l-6 1" stroke="COLOUR" stroke-width="1.7" fill="none" stroke-linecap="round"/>`,
	`<path d="M23 28q3-2.6 6-1.4M41 28q-3-2.6-6-1.4" stroke="COLOUR" stroke-width="1.2" fill="none" stroke-linecap="round"/>`,
	`<path d="M23.5 27h5M35.5 27h5" stroke="COLOUR" stroke-width="1.9" fill="none" stroke-linecap="round"/>`,
}

var eyes = [...]string{
	`<g fill="COLOUR"><circle cx="26.2" cy="31.5" r="1.7"/><circle cx="37.8" cy="31.5" r="1.7"/></g><g fill="#fff"><circle cx="26.8" cy="30.9" r=".5"/><circle cx="38.4" cy="30.9" r=".5"/></g>`,
	`<g fill="#fff"><ellipse cx="26" cy="31.5" rx="2.9" ry="2"/><ellipse cx="38" cy="31.5" rx="2.9" ry="2"/></g><g fill="COLOUR"><circle cx="26.4" cy="31.5" r="1.5"/><circle cx="37.6" cy="31.5" r="1.5"/></g>`,
	`<path d="M23.5 32q2.7-2.6 5.4 0M35.1 32q2.7-2.6 5.4 0" stroke="COLOUR" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
	`<g fill="COLOUR"><ellipse cx="26.2" cy="31.6" rx="1.4" ry="2.1"/><ellipse cx="37.8" cy="31.6" rx="1.4" ry="2.1"/></g><path d="M23.6 30q2-1.8 4.8-.6M40.4 30q-2-1.8-4.8-.6" stroke="COLOUR" stroke-width=".9" fill="none"/>`,
	`<path d="M23.4 31h5.4q-.4 2.5-2.6 2.5T23.4 31ZM35.2 31h5.4q-.4 2.5-2.8 2.5T35.2 31Z" fill="COLOUR"/>`,
}

var noses = [...]string{
	`<path d="M32 32q-1.8 4 .6 4.6" stroke="COLOUR" stroke-width="1.3" fill="none" stroke-linecap="round"/>`,
	`<ellipse cx="32" cy="36" rx="2.2" ry="1.5" fill="COLOUR"/>`,
	`<path d="M30.3 36.4q1.7 1.2 3.4 0" stroke="COLOUR" stroke-width="1.3" fill="none" stroke-linecap="round"/>`,
	`<path d="M32.4 31l1.6 5.2-2.6.4" stroke="COLOUR" stroke-width="1.2" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`,
}

var mouths = [...]string{
	`<path d="M28 41q4 3 8 0" stroke="COLOUR" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
	`<path d="M28.5 41.5h7" stroke="COLOUR" stroke-width="1.5" stroke-linecap="round"/>`,
	`<path d="M27.5 40.4h9q-1 3.6-4.5 3.6t-4.5-3.6Z" fill="COLOUR"/><path d="M28.6 40.7h6.8l-.5 1.1h-5.8Z" fill="#fff"/>`,
	`<path d="M28.5 41.2q3.5 1.4 7.5-.9" stroke="COLOUR" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
	`<path d="M29 42q3-1.8 6 0" stroke="COLOUR" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
}

var beards = [...]string{
	`<path d="M19 32Q20 40 25 39.5Q32 36.5 39 39.5Q44 40 45 32Q46 50 32 51.5Q18 50 19 32ZM28 41.5q4 2.4 8 0q-4-1.6-8 0Z" fill="COLOUR" fill-rule="evenodd"/>`,
	`<path d="M26 39.6q6-3 12 0q-3 1.4-6 .3q-3 1.1-6-.3Z" fill="COLOUR"/>`,
	`<path d="M28.5 44.5h7q0 5-3.5 5.5q-3.5-.5-3.5-5.5Z" fill="COLOUR"/>`,
}

var glasses = [...]string{
	`<g fill="none" stroke="COLOUR" stroke-width="1.2"><circle cx="26" cy="31.6" r="4.3"/><circle cx="38" cy="31.6" r="4.3"/><path d="M30.3 31q1.7-1 3.4 0M21.7 31l-3-1M42.3 31l3-1"/></g>`,
	`<g fill="none" stroke="COLOUR" stroke-width="1.3"><rect x="21.5" y="28.6" width="8.6" height="6" rx="1.5"/><rect x="33.9" y="28.6" width="8.6" height="6" rx="1.5"/><path d="M30.1 31h3.8M21.5 31l-2.8-.8M42.5 31l2.8-.8"/></g>`,
}

// hats of villagers; the last is a hood with the ears of a wolf, which anybody may wear.
var hats = [...]string{
	`<path d="M10 20.5Q32 14 54 20.5Q52 24 32 20.8Q12 24 10 20.5Z" fill="#d9b968"/><path d="M20 19Q21 7 32 7T44 19Q32 15.5 20 19Z" fill="#e5c97f"/><path d="M20.3 17.5Q32 14 43.7 17.5L44 19.6Q32 16 20 19.6Z" fill="COLOUR"/>`,
	`<path d="M17 22Q17 8 32 8T47 22Q32 14.5 17 22Z" fill="COLOUR"/><path d="M17 22Q32 14.5 47 22" stroke="#fff" stroke-width="1" opacity=".35" fill="none" stroke-dasharray="1.5 2"/>`,
	`<path d="M15 22Q32 14 49 22L48 25Q32 17.5 16 25Z" fill="COLOUR"/><path d="M17 21.5Q18 9 32 9.5T47 21.5Q32 14 17 21.5Z" fill="COLOUR" opacity=".85"/><circle cx="32" cy="8" r="3" fill="#f0ece4"/>`,
	`<path d="M13 36Q10 8 32 8T51 36Q50 18 32 16.5T13 36Z" fill="COLOUR"/><path d="M16 18L15 4L26 10ZM48 18L49 4L38 10Z" fill="COLOUR"/><path d="M18 13L17.6 8L22 10.5ZM46 13L46.4 8L42 10.5Z" fill="#f1c9b5" opacity=".7"/>`,
}

var collars = [...]string{
	`<path d="M25 49.5L32 57L39 49.5L42 51L32 62L22 51Z" fill="COLOUR"/>`,
	`<path d="M22 50.5Q32 60 42 50.5L44 52Q32 65 20 52Z" fill="COLOUR"/>`,
	`<path d="M23 49Q32 53 41 49L43 54Q32 59 21 54Z" fill="COLOUR"/><path d="M37 55l3 9h-5l-1-8Z" fill="COLOUR"/>`,
	`<path d="M31 53h2v13h-2z" fill="COLOUR"/><g fill="#f4e7bd"><circle cx="32" cy="58" r="1"/><circle cx="32" cy="62" r="1"/></g>`,
	`<path d="M14 55Q22 49 27 49L30 66H12ZM50 55Q42 49 37 49L34 66H52Z" fill="COLOUR" opacity=".8"/>`,
}
