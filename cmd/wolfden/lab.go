package main

type labCmd struct {
	Impressions labImpressionsCmd `cmd:"" help:"Whether praise or fear moves a discussion (Watanabe and Kano 2025)."`
	Logic       labLogicCmd       `cmd:"" help:"What a player says with and without one of its modules, for blind rating (Watanabe and Kano 2024)."`
	Rounds      labRoundsCmd      `cmd:"" help:"A round robin of one kind against another, three each (Harada and Kano 2025)."`
	Inducement  labInducementCmd  `cmd:"" help:"How often attempts to induce votes succeed (Watanabe and Kano 2025)."`
	Chances     labChancesCmd     `cmd:"" help:"How well the chances of games hold."`
	Words       labWordsCmd       `cmd:"" help:"What words do to the chances: with and without them, on paired deals."`
	Injection   labInjectionCmd   `cmd:"" help:"What hostile words move: orders to models, false notes, traps, beside honest words that say the same."`
	Tally       labTallyCmd       `cmd:"" help:"Count what raters said of the pairs of lab logic."`
}

// byRules is the note in every output that was made without a model.
const byRules = "Answered by rules, without a model: it shows how the experiment works, and finds what was put into the rules."
