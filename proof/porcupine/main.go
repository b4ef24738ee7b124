// Checker B: is a recorded history linearizable? It trusts no offset and sees neither log nor database: only what
// callers sent and heard, and when. Groups of keys are checked apart, as no command names keys of two.
package main

import (
	"flag"
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	exitPass      = 0
	exitViolation = 1
	exitUnusable  = 2
	exitUndecided = 3
)

func main() {
	limit := flag.Duration("timeout", 60*time.Second, "longest time for one group; then it is undecided")
	events := flag.String("events", "", "what a change feed published; each acknowledged change must be there once")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: porcupine [-timeout 60s] [-events EVENTS] HISTORY")
		os.Exit(exitUnusable)
	}
	groups, faults, err := read(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitUnusable)
	}
	if *events != "" {
		compared, wrong, err := publishedFaults(flag.Arg(0), *events)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitUnusable)
		}
		fmt.Printf("%d acknowledged changes looked for among the events, %d not there once\n", compared, len(wrong))
		faults = append(faults, wrong...)
	}
	os.Exit(report(groups, faults, *limit))
}

func report(groups map[string][]porcupine.Operation, faults []string, limit time.Duration) int {
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	sort.Strings(names)
	operations, illegal, undecided := 0, 0, 0
	for _, name := range names {
		operations += len(groups[name])
		switch porcupine.CheckOperationsTimeout(laneModel().ToModel(), groups[name], limit) {
		case porcupine.Illegal:
			illegal++
			fmt.Printf("  group %s: no order of its %d calls explains what was told\n", name, len(groups[name]))
		case porcupine.Unknown:
			undecided++
			fmt.Printf("  group %s: undecided after %s\n", name, limit)
		}
	}
	for _, fault := range faults {
		fmt.Println("  " + fault)
	}
	verdict, code := "passed", exitPass
	if illegal+len(faults) > 0 {
		verdict, code = "FAILED", exitViolation
	} else if undecided > 0 || operations == 0 {
		verdict, code = "UNDECIDED", exitUndecided
	}
	fmt.Printf("%s: %d calls in %d groups, %d not linearizable, %d undecided, %d answers that contradict each other\n",
		verdict, operations, len(groups), illegal, undecided, len(faults))
	return code
}
