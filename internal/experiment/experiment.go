package experiment

import (
	"context"
	"fmt"
)

// Experiment is one as a value. Only Means and Run have to be there.
type Experiment struct {
	Means    Means
	Foresee  func() (Forecasts, error)  // what all of it will ask; nil where nobody knows
	Rests    string                     // what that rests on
	Out      string                     // the folder, or where else results are kept; "" for one that does not stay
	Settings func() any                 // all that the results depend on, once the means are there; nil where they are kept elsewhere
	Run      func(folder *Folder) error // does what is not in the folder
	Tell     func() error               // says what came of it; nil where others do
}

// Means are what an experiment is done with: models that are asked, programs that play.
type Means interface {
	// Foretell says what will be asked, and reports whether no more is wanted than that.
	Foretell(asked Forecasts, rests string) (enough bool, err error)
	// Open has them ready. It is not called where no more is wanted than a forecast.
	Open() error
	// Close ends what Open has begun. It is called in any case.
	Close()
}

// Perform does an experiment: it says what will be asked, opens means and folder, has it run, and tells what came of it. One that the end of
// the context has broken off says how it goes on, where its folder stays.
func (x *Experiment) Perform(ctx context.Context) (err error) {
	defer x.Means.Close()
	var asked Forecasts
	if x.Foresee != nil {
		if asked, err = x.Foresee(); err != nil {
			return err
		}
	}
	if enough, err := x.Means.Foretell(asked, x.Rests); enough || err != nil {
		return err
	}
	if err := x.Means.Open(); err != nil {
		return err
	}
	var folder *Folder
	if x.Settings != nil {
		if folder, err = OpenFolder(x.Out, x.Settings()); err != nil {
			return err
		}
		defer func() {
			if closed := folder.Close(); err == nil {
				err = closed
			}
		}()
	}
	err = x.Run(folder)
	switch {
	case err != nil && ctx.Err() != nil && x.Out != "":
		return fmt.Errorf("stopped; the same command goes on with %s", x.Out)
	case err != nil || x.Tell == nil:
		return err
	}
	return x.Tell()
}
