// SPDX-License-Identifier: MIT
// Plugins that cannot be loaded, and policies that break a rule.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace plugins_test {

const std::vector<Case> plugins{
    {"OfAnotherAbi", "list --plugin-path plugins/other_abi",
     "plugin plugins/other_abi/other_abi.so: was built for plugin ABI 999, this Malha has ABI 25; build it "
     "again"},
    {"WithoutEntryPoint", "list --plugin-path plugins/no_entry_point",
     "plugin plugins/no_entry_point/no_entry_point.so: has no entry point 'malha_plugin'; end its source "
     "with MALHA_POLICY, MALHA_ACTOR, MALHA_WORKLOAD, MALHA_PLATFORM, MALHA_METRIC, MALHA_RULE, MALHA_CLAIM "
     "or MALHA_COMMAND"},
    {"WhoseEntryPointThrows", "list --plugin-path plugins/throwing_entry_point",
     "plugin plugins/throwing_entry_point/throwing_entry_point.so: its entry point threw: its licence has "
     "expired"},
    {"WhoseInitialiserThrows", "list --plugin-path plugins/throwing_initialiser",
     "plugin plugins/throwing_initialiser/early.so: cannot be opened: too early"},
    {"WhoseInitialiserCrashes", "list --plugin-path plugins/crashing_initialiser",
     "plugin plugins/crashing_initialiser/early.so: cannot be opened: its process was killed by signal 6 "
     "(Aborted)"},
    {"WithANameThatIsTaken", "list --plugin-path plugins/duplicate_name",
     "plugin plugins/duplicate_name/second/twin.so: the name 'cluster/twin' is taken by "
     "plugins/duplicate_name/first/twin.so"},
    {"OfAnotherFileName", "list --plugin-path plugins/other_file_name",
     "plugin plugins/other_file_name/nobody.so: calls itself 'cluster/somebody'; its file must be named "
     "somebody.so"},
    {"OfAWorkloadInAnotherFile", "list --plugin-path plugins/workload_file_name",
     "plugin plugins/workload_file_name/tides.so: calls itself 'waves'; its file must be named waves.so"},
    {"OfAPlatformThatLooksLikeAPath", "list --plugin-path plugins/platform_name",
     "plugin plugins/platform_name/ring.so: calls itself 'my/ring'; valid for a workload or platform: lower "
     "case "
     "letters, digits and '_'"},
    {"ThatReadsFilesOfAnother", "list --plugin-path plugins/taken_ending",
     "plugin plugins/taken_ending/trace.so: reads files that end in .swf, as 'swf' does"},
    {"ThatReadsFilesOfNoEnding", "list --plugin-path plugins/no_ending",
     "plugin plugins/no_ending/table.so: reads files that end in 'csv'; valid: '.' and what follows it, such "
     "as "
     ".swf"},
    {"OfAWorkloadWhoseNameIsTaken", "list --plugin-path plugins/taken_workload",
     "plugin plugins/taken_workload/lublin.so: the name 'lublin' is taken by {plugins}/workloads/lublin.so"},
    {"WithAMetricThatIsShipped", "list --plugin-path plugins/taken_metric",
     "plugin plugins/taken_metric/ends.so: the metric 'makespan' is also in " MALHA_PROGRAM},
    {"WithARuleThatIsShipped", "list --plugin-path plugins/taken_rule",
     "plugin plugins/taken_rule/dates.so: the rule 'dates' is also in " MALHA_PROGRAM},
    {"WithACommandThatIsShipped", "list --plugin-path plugins/taken_command",
     "plugin plugins/taken_command/run.so: the command 'run' is also in " MALHA_PROGRAM},
    {"WithAMetricOfAnActor", "list --plugin-path plugins/actors_metric",
     "plugin plugins/actors_metric/restarts.so: the metric 'restarts' is also in "
     "{plugins}/actors/cluster.so"},
    {"WithAMetricOfAnother", "list --plugin-path plugins/duplicate_metric",
     "plugin plugins/duplicate_metric/b.so: the metric 'one' is also in plugins/duplicate_metric/a.so"},
    {"ThatAnswersWhatNobodyAsks", "list --plugin-path plugins/unasked_question",
     "plugin plugins/unasked_question/opening.so: answers the question 'chess/opening', which no actor and "
     "no command asks; "
     "valid: "
     "{questions}"},
    {"ThatShowsByWhatItHasNot", "list --plugin-path plugins/shows_by_nothing",
     "plugin plugins/shows_by_nothing/orders.so: 'cluster/orders' shows changing_heads by 'order'; valid: a "
     "name of an actor, or one of transport"},
    {"ThatShowsCopiesAndNotHowMany", "list --plugin-path plugins/shows_no_amount",
     "plugin plugins/shows_no_amount/twins.so: 'broker/twins' shows copies with the amount ''; valid: one of "
     "its parameters most"},
    {"WhoseEntryPointThrowsNoException", "list --plugin-path plugins/throwing_number",
     "plugin plugins/throwing_number/number.so: its entry point threw something that is no std::exception"},
    {"WithoutALibraryItNeeds", "list --plugin-path plugins/missing_library",
     "plugin plugins/missing_library/orphan.so: cannot be opened: libmalha_absent.so: cannot open shared "
     "object file: No such file or directory"},
    {"ThatIsALinkToNothing", "list --plugin-path links",
     "plugin links/gone.so: cannot be opened: links/gone.so: cannot open shared object file: No such file or "
     "directory",
     2, "mkdir links && ln -s nothing links/gone.so"},
    {"ThatIsNoSharedObject", "list --plugin-path text",
     "plugin text/text.so: cannot be opened: text/text.so: file too short", 2,
     "mkdir text && echo hello > text/text.so"},
};
INSTANTIATE_TEST_SUITE_P(Plugin, Refusal, ::testing::ValuesIn(plugins), ByValue());

const std::string misbehaving = "--plugin-path plugins/misbehaving -p star --set platform.hosts=2 --set "
                                "transport=instant -w bag_of_tasks -o out ";
const std::string managers = "simulate -d good/managers.xml --set workload.tasks=12 " + misbehaving;
const std::string batch = "simulate -d good/batch.xml --set workload.tasks=3 " + misbehaving;
const std::string launch = managers + "--set policy.launch=misbehaving/launch --set policy.launch.does=";
const std::string distribution =
    managers + "--set policy.distribution=misbehaving/distribution --set policy.distribution.does=";
const std::string balance = managers + "--set policy.balance=misbehaving/balance --set policy.balance.does=";
const std::string queue = batch + "--set policy=misbehaving/queue --set policy.does=";
const std::string assignment = "simulate -d broker.workqueue --set workload.tasks=3 " + misbehaving +
                               "--set policy=misbehaving/assignment --set policy.does=";
const std::string choice = "simulate -d tuple_space.ticket_classes --set workload.tasks=3 " + misbehaving +
                           "--set policy=misbehaving/choice --set policy.does=";

const std::string pool =
    "simulate -d ownership.osep --plugin-path plugins/misbehaving --set transport=instant -p owned_pool "
    "--set "
    "platform.machines=2,1 -w user_bags --set workload.tasks=2,2 --set workload.dates=0,25 -o out ";
const std::string preemption =
    pool + "--set policy.preemption=misbehaving/preemption --set policy.preemption.does=";
const std::string negotiation =
    pool + "--set policy.negotiation=misbehaving/negotiation --set policy.negotiation.does=";

const std::string selection =
    "simulate -d multicluster.ffit --plugin-path plugins/misbehaving --set transport=instant -p clusters "
    "--set platform.sizes=4,4,4 -w rigid_jobs --set workload.max_resources=4 -o out "
    "--set policy.selection=misbehaving/selection --set policy.selection.does=";

std::string broke(const std::string& policy, int date, const std::string& rule) {
  return "policy 'misbehaving/" + policy + "' broke a rule at t=" + std::to_string(date) + " s: " + rule;
}

// 12 equal tasks for two equal hosts: 6 each, 2 slots each. Messages take no time. The site manager
// distributes at 0 s and first checks the balance after its check_interval, at 2 s; the host managers first
// look at 4 s.
const std::vector<Case> rules{
    {"LaunchOfATaskThatIsNotThere", launch + "missing_task",
     broke("launch", 4, "ready task 6 is not there (6 are)"), 3},
    {"LaunchBeyondTheSlots", launch + "too_many",
     broke("launch", 4, "it launches 3 tasks with 0 of 2 slots taken"), 3},
    {"LaunchThatThrows", launch + "throw", broke("launch", 4, "it threw: no idea what to launch"), 3},
    {"TaskGivenUpTwice", balance + "behave --set policy.give_up=misbehaving/give_up",
     broke("give_up", 4, "ready task 0 is given twice"), 3},
    {"TaskDistributedTwice", distribution + "twice", broke("distribution", 0, "task 0 is given twice"), 3},
    {"TaskForgotten", distribution + "forget", broke("distribution", 0, "it places 11 of 12 tasks"), 3},
    {"UnknownChild", distribution + "unknown_child",
     broke("distribution", 0, "it places a task on child 7, which it was not given"), 3},
    {"DistributionThatThrows", distribution + "throw", broke("distribution", 0, "it threw: no idea where to"),
     3},
    {"UnknownGiver", balance + "unknown_giver",
     broke("balance", 2, "the giver is child 7, which is not there"), 3},
    {"TooMuchAskedFor", balance + "fraction",
     broke("balance", 2, "the fraction asked for is 2.000000; valid: above 0, at most 1"), 3},
    {"NobodyReceives", balance + "nobody", broke("balance", 2, "nobody receives"), 3},
    {"GiverReceives", balance + "giver_receives",
     broke("balance", 2, "child 0 cannot receive with weight 1.000000"), 3},
    // Three tasks of one node each, all at 0 s, on two nodes.
    {"MoreStartsThanNodes", queue + "start_all", broke("queue", 0, "it starts job 2 on 1 nodes with 0 free"),
     3},
    {"MoreTasksThanTheContractAllows",
     "simulate -d cluster.contract_fcfs --set mpl=2 --set workload.tasks=3 " + misbehaving +
         "--set policy=misbehaving/queue --set policy.does=start_all_on_one",
     broke("queue", 0, "it starts job 2 on host-0, which has 2 tasks; valid: at most mpl=2"), 3},
    {"JobStartedTwice", queue + "start_twice",
     broke("queue", 0, "it starts job handle 0, which no waiting job has"), 3},
    {"NobodyStarted", queue + "start_nobody",
     broke("queue", 0, "it starts job handle 12345, which no waiting job has"), 3},
    {"MoreNodesThanAskedFor", queue + "too_many_nodes",
     broke("queue", 0, "it starts job 0 on 2 nodes, and it needs 1"), 3},
    {"UnknownNodes", queue + "unknown_nodes",
     broke("queue", 0, "it starts job 0 on nodes 7, which are not all free"), 3},
    {"WaitingJobStopped", queue + "stop_waiting",
     broke("queue", 0, "it stops job handle 0, which no running job has"), 3},
    {"NobodyExplained", queue + "explain_nobody --set explain=on",
     broke("queue", 0, "it explains job handle 12345, which no waiting job has"), 3},
    {"WokenInThePast", queue + "wake_now", broke("queue", 0, "its wake-up time t=0 s is not in the future"),
     3},
    {"QueueThatThrowsNoException", queue + "throw",
     broke("queue", 0, "it threw something that is no std::exception"), 3},
    {"PolicyThatCannotBeMade", queue + "refuse",
     "good/batch.xml:3: actor 'cluster/scheduler' on host 'host-0': policy 'misbehaving/queue' cannot be "
     "made: it does "
     "not like its parameters"},
    {"PolicyThatCannotBeMadeAndThrowsNoException", queue + "throw_when_made",
     "good/batch.xml:3: actor 'cluster/scheduler' on host 'host-0': policy 'misbehaving/queue' cannot be "
     "made: it threw something that is no std::exception"},
    // Three tasks for two resources.
    {"AssignmentOfATaskThatIsNotThere", assignment + "unknown_task",
     broke("assignment", 0, "it gives task 3 to resource 0, and the task neither waits nor runs"), 3},
    {"AssignmentToAResourceThatIsNotThere", assignment + "unknown_resource",
     broke("assignment", 0, "it gives task 0 to resource 2, which is not there (2 are)"), 3},
    {"TwoAssignmentsToOneResource", assignment + "resource_twice",
     broke("assignment", 0, "it gives task 2 to resource 0, which is not free"), 3},
    {"AssignmentThatThrows", assignment + "throw", broke("assignment", 0, "it threw: no idea where to"), 3},
    {"TasksWithoutClasses", choice + "no_task_classes", broke("choice", 0, "it gives 0 classes for 3 tasks"),
     3},
    {"ResourcesWithoutClasses", choice + "no_resource_classes",
     broke("choice", 0, "it gives 0 classes for 2 resources"), 3},
    {"ChoiceOfNothing", choice + "want_nothing", broke("choice", 0, "it wants none of the tasks that wait"),
     3},
    {"ChoiceThatThrows", choice + "throw", broke("choice", 0, "it threw: no idea of classes"), 3},
    // Machines 0 and 1 run user 0's two tasks from 10 s on. The two tasks of user 1, with numbers 2 and 3,
    // come at 25 s and are ready at 35 s. Decisions are at 40 s, 60 s …, negotiations at 10 s, 30 s, 50 s …
    {"StopWhereNothingRuns", preemption + "stop_idle",
     broke("preemption", 40, "it stops the task of machine 2, which runs none"), 3},
    {"StopOfWhatHasStopped", preemption + "stop_twice",
     broke("preemption", 40, "it stops the task of machine 0, which runs none"), 3},
    {"StopOfWhatIsBeingStopped", preemption + "stop_twice --set checkpoint=on --set checkpoint_cost=5",
     broke("preemption", 40, "it stops the task of machine 0, which is being stopped"), 3},
    {"StopForNobody", preemption + "stop_for_nobody",
     broke("preemption", 40,
           "it stops a task and keeps machine 0 for user 2, who is not there (2 users are)"),
     3},
    {"MachineKeptForNoTask", preemption + "keep_too_many",
     broke("preemption", 40, "it keeps machine 2 for user 1, who has no further ready task"), 3},
    {"BusyMachineKept", preemption + "keep_busy",
     broke("preemption", 40, "it keeps machine 0, which is not free"), 3},
    {"PreemptionThatThrows", preemption + "throw", broke("preemption", 40, "it threw: no idea what to stop"),
     3},
    {"StartOnABusyMachine", negotiation + "start_on_busy",
     broke("negotiation", 50, "it starts task 2 of user 1 on machine 0, which is busy"), 3},
    {"StartsOnOneMachine", negotiation + "start_twice",
     broke("negotiation", 50, "it starts task 3 of user 1 on machine 2, which is busy"), 3},
    {"StartOnAMachineThatIsNotThere", negotiation + "start_nowhere",
     broke("negotiation", 50, "it starts task 2 of user 1 on machine 3, which is not there (3 are)"), 3},
    {"StartOnAMachineOfAnother",
     negotiation + "start_for_another --set policy.preemption=misbehaving/preemption --set "
                   "policy.preemption.does=keep",
     broke("negotiation", 50, "it starts task 2 of user 0 on machine 2, which is kept for user 1"), 3},
    {"StartOfATaskOfAnother", negotiation + "start_for_another",
     broke("negotiation", 50, "it starts task 2 of user 0 on machine 2, and that task is not ready"), 3},
    {"StartForNobody", negotiation + "start_for_nobody",
     broke("negotiation", 50, "it starts task 2 of user 2 on machine 2, and there is no such user (2 are)"),
     3},
    {"StartOfATaskThatIsNotThere", negotiation + "start_unready",
     broke("negotiation", 50, "it starts task 4 of user 1 on machine 2, and that task is not ready"), 3},
    {"NegotiationThatThrows", negotiation + "throw",
     broke("negotiation", 10, "it threw: no idea who is next"), 3},
    // All clusters have enough nodes for the first job, which comes at 0 s.
    {"CandidateThatIsNotThere", selection + "unknown_candidate",
     broke("selection", 0, "it selects candidate 3 of 3"), 3},
    {"SelectionThatAsksAgain", selection + "ask_again",
     broke("selection", 0, "it asks for what it was given"), 3},
    {"SelectionThatThrows", selection + "throw", broke("selection", 0, "it threw: no idea which cluster"), 3},
    {"PolicyThatKillsItsProcess", launch + "die",
     "simulation: its process was killed by signal 9 (Killed) while it asked policy 'misbehaving/launch'", 5},
};
INSTANTIATE_TEST_SUITE_P(Rule, Refusal, ::testing::ValuesIn(rules), ByValue());

} // namespace plugins_test
} // namespace malha::testing
