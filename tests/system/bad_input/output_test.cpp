// SPDX-License-Identifier: MIT
// Output folders that cannot be written, or that hold something else.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace output_test {

const std::string simulate = "simulate -p star -d good/batch.xml -w bag_of_tasks --set workload.tasks=5 -o ";
const std::string run = "run good/small.xml -o ";
const std::string unfit = "run scenarios/unfit.xml -o ";
const std::string unfit_message =
    "unfit, run 'only' workload.jobs=5: workload 'rigid_jobs': job 0 is a rigid job, "
    "which actor 'easygrid/site_manager' does not run; valid: bag of tasks, DAG";
const std::string other_simulation =
    ": holds something else than results of this simulation; valid: another folder (-o)";
const std::string no_scenarios =
    ": holds something else than results of scenarios; valid: another folder (-o)";

const std::vector<Case> folders{
    {"BelowADevice", simulate + "/dev/null/x",
     "output folder /dev/null/x: cannot be written: Not a directory"},
    {"BelowADeviceForARun", run + "/dev/null/x",
     "output folder /dev/null/x: cannot be written: Not a directory"},
    {"BelowAFile", simulate + "file/x", "output folder file/x: cannot be written: Not a directory", 2,
     "touch file"},
    {"IsAFile", simulate + "file", "output folder file: is a file", 2, "echo mine > file"},
    {"IsAFileForARun", run + "file", "output folder file: is a file", 2, "echo mine > file"},
    {"HoldsSomethingElse", simulate + "used", "output folder used" + other_simulation, 2,
     "mkdir used && echo mine > used/file"},
    {"HoldsSomethingElseForARun", run + "used", "output folder used" + no_scenarios, 2,
     "mkdir used && echo mine > used/file"},
    {"HoldsAnotherSimulation", simulate + "used --set workload.work=1e9",
     "output folder used: holds results of another simulation, which differs in workload; valid: another "
     "folder (-o), or --overwrite",
     2, "$MALHA " + simulate + "used"},
    {"HoldsASimulationForARun", run + "used", "output folder used" + no_scenarios, 2,
     "$MALHA " + simulate + "used"},
    {"HoldsRunsForASimulation", simulate + "used", "output folder used" + other_simulation, 2,
     "$MALHA " + run + "used"},
    {"HoldsRunsOfSomebodyElse", run + "used", "output folder used" + no_scenarios, 2,
     "mkdir used && echo 'marathon,3:59' > used/runs.csv"},
    {"OfAFailedSimulationKeepsNoParent",
     "simulate -p star --set platform.hosts=2 -d deployments/unknown_host.xml -w bag_of_tasks -o a/b/out",
     "deployments/unknown_host.xml:3: actor 'cluster/scheduler': unknown host 'nowhere'; platform 'star' has "
     "host-0, "
     "host-1"},
    {"OfAFailedRunIsNotMade", unfit + "out", unfit_message},
    {"OfAFailedRunStaysEmpty", unfit + "out", unfit_message, 2, "mkdir out"},
    {"OfOtherScenarios", unfit + "out",
     "output folder out: holds results of small; valid: another folder (-o), --overwrite, or the same "
     "scenarios",
     2, "$MALHA " + run + "out"},
    {"OfAFailedRunKeepsEarlierResults", run + "out --set nodes=nowhere",
     "small, run 'only' nodes=nowhere, workload.tasks=5: {source}/deployments/cluster.fcfs.xml:5: actor "
     "'cluster/scheduler' on host 'host-0': unknown host 'nowhere'; platform 'star' has host-0, host-1, "
     "host-2, host-3, "
     "host-4, … (50 hosts)",
     2, "$MALHA " + run + "out"},
};
INSTANTIATE_TEST_SUITE_P(Folder, Refusal, ::testing::ValuesIn(folders), ByValue());

} // namespace output_test
} // namespace malha::testing
