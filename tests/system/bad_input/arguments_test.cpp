// SPDX-License-Identifier: MIT
// Names, options and settings on the command line.
#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace arguments_test {

const std::string simulate = "simulate -o out ";
const std::string crashing = "simulate -p star -w bag_of_tasks --environment crashes -d ";
const std::string failing = "simulate -p star -w bag_of_tasks --environment failures -d ";
const std::string checkpointing =
    "simulate -p star -w bag_of_tasks -d cluster.nodes --set policy.checkpoint=cluster/young --set "
    "policy.checkpoint.mtbf=1000 ";
const std::string loaded = "simulate -p star -w bag_of_tasks --environment external_load -d ";
const std::string batch = simulate + "-p star -d good/batch.xml -w bag_of_tasks ";
const std::string managers = simulate + "-p star -d good/managers.xml -w bag_of_tasks ";
const std::string space = simulate + "-p star -d tuple_space.ticket_classes -w bags ";
const std::string run = "run -o out ";

const std::vector<Case> names{
    {"Command", "simulte",
     "unknown command 'simulte'; did you mean simulate?; valid: a name that malha help shows"},
    {"WordOfList", "list qwertz",
     "list: no kind, name or sentence has 'qwertz'; kinds: studies, scenarios, policies, actors, platforms, "
     "deployments, workloads, settings, metrics, rules, claims, commands"},
    {"StudyForAScenario", run + "easygrid",
     "easygrid is a study; its scenarios are run by: malha reproduce easygrid"},
    {"SeedsOfOneRun", simulate + "-p star -d cluster.fcfs -w lublin --seeds 10",
     "simulate: one run has one seed; valid: --seed N, or malha compare --seeds 10"},
    {"TwoDeploymentsOfOneRun", simulate + "-p star -d cluster.fcfs -d cluster.nodes -w lublin",
     "simulate: one run has one deployment; valid: one -d, or malha compare with a -d for each"},
    {"DeploymentsBehindOneOption", "compare -p star -w lublin -d cluster.fcfs cluster.nodes",
     "compare: 'cluster.nodes' has no option before it; valid: a -d for each deployment"},
    {"HostsOfNoPlatform", simulate + "-p star -d cluster.fcfs -w lublin --set hosts=100",
     "setting hosts=100: no actor of {source}/deployments/cluster.fcfs.xml declares 'hosts'; did you mean "
     "platform.hosts?; valid: a name that malha list settings shows"},
    {"PartOfAMetric", "compare -p star -w lublin -d cluster.fcfs -d cluster.nodes --metric bounded_slowdown",
     "compare: unknown metric 'bounded_slowdown'; did you mean p50_bounded_slowdown, "
     "p95_bounded_slowdown, p99_bounded_slowdown, mean_bounded_slowdown?; valid: a name that malha list "
     "metrics shows, or all"},
    {"UnitOfSomethingElse", simulate + "-p star -d cluster.fcfs -w lublin --set platform.bandwidth=1GHz",
     "platform 'star': parameter 'bandwidth' cannot be '1GHz'; valid: a number of B/s, above 0, such as 1e9 "
     "or "
     "1GBps"},
    {"WorkloadOfUnknownEnding", simulate + "-p star -d cluster.fcfs -w trace.txt",
     "workload trace.txt: there is no such file; valid: a path that ends in .json, .csv, .csv.gz, .sacct, "
     ".sacct.gz, .swf, .swf.gz, .dax, .dot, .gv"},
    {"FileOfUnknownEnding", simulate + "-p star -d cluster.fcfs -w trace.txt",
     "workload trace.txt: is there, and its name does not say what is in it; valid: a path that ends in "
     ".json, .csv, "
     ".csv.gz, .sacct, .sacct.gz, .swf, .swf.gz, .dax, .dot, .gv",
     2, "touch trace.txt"},
    {"Described", "describe nobody", "nothing is named 'nobody'; malha list shows every name"},
    {"NearlyDescribed", "describe easygrid/no_balanse",
     "nothing is named 'easygrid/no_balanse'; did you mean easygrid/no_balance?; malha list shows every "
     "name"},
    {"NewNothing", "new",
     "new: takes a kind and a name; valid: policy <folder>/<name> --question Q, actor "
     "<folder>/<name>, architecture <folder>/<name>, workload <name>, platform <name>, scenario "
     "<study>-<what>, metric <name>, claim "
     "<name>, command <name>"},
    {"NewKind", "new question mine/ring",
     "new: cannot write a 'question'; valid: policy, actor, architecture, workload, platform, scenario, "
     "metric, "
     "claim, command"},
    {"NewPlatformWithAFolder", "new platform mine/ring",
     "new: 'mine/ring' cannot be the name of a platform; valid: lower case letters, digits and '_', such as "
     "my_platform"},
    {"NewPlatformThatIsThere", "new platform oscar", "new: the name 'oscar' is taken; malha describe oscar"},
    {"NewWorkloadThatIsThere", "new workload swf", "new: the name 'swf' is taken; malha describe swf"},
    {"NewWorkloadWithAQuestion", "new workload tides --question cluster/queue",
     "new: --question is for a policy only"},
    {"NewPolicyWithoutQuestion", "new policy mine/first",
     "new: which question does the policy answer? --question Q; valid: {questions}"},
    {"NewPolicyOfNoQuestion", "new policy mine/first --question cluster/queu",
     "new: no actor and no command asks the question 'cluster/queu'; valid: {questions}, or that of a plugin "
     "in a folder of "
     "--plugin-path"},
    {"NewPolicyOfAnotherCase", "new policy mine/First --question cluster/queue",
     "new: 'mine/First' cannot be the name of a policy; valid: <folder>/<name> in lower case letters, digits "
     "and "
     "'_', such as mine/widest_first"},
    {"NewPolicyWithoutFolder", "new policy first --question cluster/queue",
     "new: 'first' cannot be the name of a policy; valid: <folder>/<name> in lower case letters, digits and "
     "'_', such "
     "as mine/widest_first"},
    {"NewPolicyThatIsThere", "new policy cluster/fcfs --question cluster/queue",
     "new: the name 'cluster/fcfs' is taken; malha describe cluster/fcfs"},
    {"NewActorThatIsThere", "new actor cluster/scheduler",
     "new: the name 'cluster/scheduler' is taken; malha describe cluster/scheduler"},
    {"NewActorWithAQuestion", "new actor mine/probe --question cluster/queue",
     "new: --question is for a policy only"},
    {"NewScenarioWithoutStudy", "new scenario first",
     "new: 'first' cannot be the name of a scenario; valid: <study>-<what> in lower case letters, digits, "
     "'_' and "
     "'-', such as mine-first"},
    {"NewScenarioThatIsThere", "new scenario easygrid-scalability-500",
     "new: the name 'easygrid-scalability-500' is taken; malha describe easygrid-scalability-500"},
    {"NewInAFolderThatIsUsed", "new scenario mine-first -o mine",
     "new: mine is there already; valid: another folder (-o), or remove it", 2,
     "mkdir mine && echo mine > mine/file"},
    {"NoName", "describe", "describe: takes one NAME, not 0; see malha describe --help"},
    {"NoScenario", "run", "run: missing scenario; valid: a name that malha list scenarios shows, or a path"},
    {"Scenario", run + "easygrid-scalability-50",
     "unknown scenario 'easygrid-scalability-50'; did you mean easygrid-scalability-500, "
     "easygrid-scalability-5000?; valid: a name that malha list scenarios shows, or a path"},
    {"ScenarioFile", run + "no.xml", "no.xml: cannot be read"},
    {"Accepted", "accept easygrid-scalability-50",
     "unknown scenario 'easygrid-scalability-50'; did you mean easygrid-scalability-500, "
     "easygrid-scalability-5000?; valid: a name that malha list scenarios shows"},
    {"Study", "reproduce easygird -o out", "unknown study 'easygird'; did you mean easygrid?"},
    {"SameScenarioTwice", run + "good/small.xml good/small.xml", "run: scenario 'small' is given twice"},
    {"Platform", simulate + "-p ring -d good/batch.xml -w bag_of_tasks",
     "unknown platform 'ring'; valid: {platforms}, or a path"},
    {"PlatformFile", simulate + "-p ./no.xml -d good/batch.xml -w bag_of_tasks", "./no.xml: cannot be read"},
    {"PlatformFileIsAFolder", simulate + "-p ./good -d good/batch.xml -w bag_of_tasks",
     "./good: cannot be read"},
    {"PlatformGenerator", "platform ring",
     "unknown platform generator 'ring'; valid: {platform generators}, or from-slurm FILE"},
    {"Deployment", simulate + "-p star -d cluster.fcsf -w bag_of_tasks",
     "unknown deployment 'cluster.fcsf'; did you mean cluster.fcfs?; valid: a name that malha list "
     "deployments shows, or a path"},
    {"DeploymentFile", simulate + "-p star -d no.xml -w bag_of_tasks", "no.xml: cannot be read"},
    {"Workload", simulate + "-p star -d good/batch.xml -w bag_of_jobs",
     "unknown workload 'bag_of_jobs'; valid: {workloads}, or a path that ends in .json, .csv, .csv.gz, "
     ".sacct, "
     ".sacct.gz, .swf, .swf.gz, .dax, .dot, .gv"},
};
INSTANTIATE_TEST_SUITE_P(UnknownName, Refusal, ::testing::ValuesIn(names), ByValue());

const std::vector<Case> options{
    {"Unknown", batch + "--sed 3",
     "simulate: unrecognised option '--sed'; did you mean --set, --seed?; see malha simulate --help"},
    {"Abbreviated", batch + "--see 3",
     "simulate: unrecognised option '--see'; did you mean --set, --seed?; see malha simulate --help"},
    {"Missing", simulate + "-p star -d good/batch.xml",
     "simulate: the option '--workload' is required but missing; see malha simulate --help"},
    {"WordTooMany", batch + "word",
     "simulate: too many positional options have been specified on the command "
     "line; see malha simulate --help"},
    {"SeedOfLetters", batch + "--seed x",
     "simulate: the argument ('x') for option '--seed' is invalid; see malha simulate --help"},
    {"SeedBelowZero", batch + "--seed -1", "simulate: --seed cannot be -1; valid: at least 0"},
    {"NoWorkers", run + "-j 0 good/small.xml", "run: -j cannot be 0; valid: from 1 to 500"},
    {"NoSeeds", run + "--seeds 0 good/seeded.xml", "run: --seeds cannot be 0; valid: at least 1"},
    {"SeedsThatVaryNothing", run + "--seeds 2 good/small.xml",
     "--seeds 2: a seed varies nothing in scenario 'small'; valid: 1"},
    {"ShardOfNothing", run + "--shard 5/4 good/small.xml",
     "run: --shard cannot be 5/4; valid: I/N with I from 1 to N, array, array/N"},
    {"ShardZero", run + "--shard 0/4 good/small.xml",
     "run: --shard cannot be 0/4; valid: I/N with I from 1 to N, array, array/N"},
    {"ShardWithoutParts", run + "--shard 1 good/small.xml",
     "run: --shard cannot be 1; valid: I/N with I from 1 to N, array, array/N"},
    {"ShardOfLetters", run + "--shard 1/x good/small.xml",
     "run: --shard cannot be 1/x; valid: I/N with I from 1 to N, array, array/N"},
    {"Records", run + "--records rows good/small.xml", "run: --records cannot be rows; valid: jobs, metrics"},
    {"GzipWithoutRows", run + "--records metrics --gzip good/small.xml",
     "run: --gzip is for rows, and --records metrics keeps none; valid: one of the two"},
    {"RecordsOfOneRun", batch + "--records rows", "simulate: --records cannot be rows; valid: jobs, metrics"},
    {"GzipWithoutRowsOfOneRun", batch + "--records metrics --gzip",
     "simulate: --gzip is for rows, and --records metrics keeps none; valid: one of the two"},
    {"BatchesWithoutRows", batch + "--records metrics --batches 20",
     "simulate: --batches needs rows, and --records metrics keeps none; valid: one of the two"},
    {"ExplanationWithoutRows", batch + "--records metrics --explain=1",
     "simulate: --explain needs rows, and --records metrics keeps none; valid: one of the two"},
    {"CutWithoutRows", batch + "--records metrics --cut 10",
     "simulate: --cut needs rows, and --records metrics keeps none; valid: one of the two"},
    {"SeriesWithoutRows", batch + "--records metrics --set series=on",
     "simulate: --set series=on needs rows, and --records metrics keeps none; valid: one of the two"},
    {"TimeLimit", run + "--time-limit 0 good/small.xml",
     "run: --time-limit cannot be 0; valid: a time above 0, such as 600 or 10min"},
    {"NothingToCollect", "collect -o out",
     "collect: missing folders; valid: output folders of run --shard or reproduce --shard"},
    {"CollectedFolder", "collect no -o out",
     "no: holds no campaign; valid: an output folder of run or reproduce"},
    {"PluginFolder", "list --plugin-path no", "plugin folder no: is not a folder"},
    {"SimGridOptionWithoutValue", batch + "--sg-cfg network/model",
     "simulate: --sg-cfg network/model is not key:value"},
    {"UnknownSimGridOption", batch + "--sg-cfg network/modle:CM02",
     "SimGrid option 'network/modle:CM02' is refused: Bad config key: network/modle; valid: see " +
         simgrid_options_manual()},
    {"UnknownSimGridOptionOfAScenario", run + "good/small.xml --sg-cfg network/modle:CM02",
     "SimGrid option 'network/modle:CM02' is refused: Bad config key: network/modle; valid: see " +
         simgrid_options_manual()},
    {"SimGridOptionOfAnotherType", batch + "--sg-cfg network/latency-factor:x",
     "SimGrid option 'network/latency-factor:x' is refused: invalid double; valid: see " +
         simgrid_options_manual()},
    {"SimGridOptionOfUnknownValue", batch + "--sg-cfg network/model:CM2",
     "SimGrid option 'network/model:CM2' is refused: Model 'CM2' is invalid! Valid models are: LV08, "
     "Constant, SMPI, IB, CM02, ns-3.; valid: see " +
         simgrid_options_manual()},
};
INSTANTIATE_TEST_SUITE_P(Option, Refusal, ::testing::ValuesIn(options), ByValue());

const std::vector<Case> settings{
    {"WithoutEquals", batch + "--set transport", "simulate: --set transport is not key=value"},
    {"WithoutKey", batch + "--set =3", "simulate: --set =3 is not key=value"},
    {"Twice", batch + "--set workload.tasks=1 --set workload.tasks=2",
     "simulate: --set workload.tasks is given twice"},
    {"OfNoPlatformToValidate", "validate out --set platform.hosts=4",
     "validate: --set is for a platform; valid: with -p PLATFORM"},
    {"OfSomethingElseToValidate", "validate jobs.csv -p star --set workload.jobs=4",
     "setting workload.jobs=4: a platform takes platform.… only"},
    {"SeedOfNoPlatformToValidate", "validate out --seed 3",
     "validate: --seed is for a platform; valid: with -p PLATFORM"},
    {"OrderOfConservative",
     "simulate -p star -d cluster.conservative_backfill -w rigid_jobs --set policy.order=shortest -o out",
     "setting policy.order=shortest: policy 'cluster/conservative_backfill': parameter 'order' cannot be "
     "'shortest'; valid: one of submit"},
    {"StarveToleranceOfOscarPbs",
     "simulate -p oscar -d cluster.oscarpbs -w oscar_batch --set policy.starve_tolerance=-1 -o out",
     "setting policy.starve_tolerance=-1: policy 'cluster/oscarpbs': parameter 'starve_tolerance' cannot be "
     "'-1'; valid: a number of s, at least 0, such as 7200 or 2h"},
    {"StarveToleranceOfTorque",
     "simulate -p oscar -d cluster.torque_fifo -w oscar_batch --set policy.starve_tolerance=-1 -o out",
     "setting policy.starve_tolerance=-1: policy 'cluster/torque_fifo': parameter 'starve_tolerance' cannot "
     "be '-1'; valid: a number of s, at least 0, such as 7200 or 2h"},
    {"PlacesNoFragments",
     "simulate -p oscar -d cluster.easy_backfill -w oscar_batch --set transport=instant -o out",
     "workload 'oscar_batch': job 6 asks for fragments of CPUs, and the cluster is allocated by node; valid: "
     "allocation=core, or fragments=ignore"},
    {"ExplanationOfNothing", "simulate -p star -d cluster.fcfs -w rigid_jobs --explain=job17 -o out",
     "simulate: --explain cannot be job17; valid: a job_id such as 17, or 17@3600 for one date"},
    {"UnknownEstimates",
     "simulate -p star -d cluster.fcfs -w lublin --set workload.estimates=factor:0.5 -o out",
     "setting workload.estimates=factor:0.5: valid: user, exact, factor:f with f at least 1, uniform:f with "
     "f at least 0, same:s with s above 0"},
    {"Undeclared", batch + "--set max_tme=5",
     "setting max_tme=5: no actor of good/batch.xml declares 'max_tme'; did you mean max_time?; valid: a "
     "name that malha list settings shows"},
    {"RunParameterOfUnknownChoice", batch + "--set transport=radio",
     "run: parameter 'transport' cannot be 'radio'; valid: one of network, instant"},
    {"RunParameterOutOfRange", batch + "--set max_time=0",
     "run: parameter 'max_time' cannot be '0'; valid: a number of s, above 0, such as 7200 or 2h"},
    {"WorkloadParameter", batch + "--set workload.taks=3",
     "workload 'bag_of_tasks': unknown parameter 'taks'; did you mean tasks?; valid: tasks, work, spread, "
     "input, submission"},
    {"NoTasks", batch + "--set workload.tasks=0",
     "workload 'bag_of_tasks': parameter 'tasks' cannot be '0'; valid: an integer, from 1 to 10000000"},
    {"PartOfATask", batch + "--set workload.tasks=1.5",
     "workload 'bag_of_tasks': parameter 'tasks' cannot be '1.5'; valid: an integer, from 1 to 10000000"},
    {"WorkThatIsNoNumber", batch + "--set workload.work=nan",
     "workload 'bag_of_tasks': parameter 'work' cannot be 'nan'; valid: a number of flop, above 0, such as "
     "1e9 or 1Gf"},
    {"WorkBeyondNumbers", batch + "--set workload.work=1e400",
     "workload 'bag_of_tasks': parameter 'work' cannot be '1e400'; valid: a number of flop, above 0, such as "
     "1e9 or 1Gf"},
    {"PlatformParameter", batch + "--set platform.nodes=3",
     "platform 'star': unknown parameter 'nodes'; valid: hosts, speeds, cores, bandwidth, latency, sites, "
     "sharing"},
    {"NoHosts", batch + "--set platform.hosts=0",
     "platform 'star': parameter 'hosts' cannot be '0'; valid: an integer, from 1 to 100000"},
    {"MoreSitesThanHosts", batch + "--set platform.hosts=2 --set platform.sites=3",
     "platform 'star': parameter 'sites' cannot be '3' with 2 hosts; valid: at most one site a host"},
    {"MoreSitesThanHostsInAPlatformToWrite",
     "platform full_mesh --set platform.hosts=2 --set platform.sites=3",
     "platform 'full_mesh': parameter 'sites' cannot be '3' with 2 hosts; valid: at most one site a host"},
    {"SpeedsDownToZero", "platform uniform_speeds --set platform.mean=5 --set platform.hm=10",
     "platform 'uniform_speeds': parameter 'hm' cannot be '10' with mean 5; valid: from 0 to less than 10, "
     "so "
     "that every speed is above 0"},
    {"SpeedsDownToZeroInARun",
     simulate + "-p uniform_speeds -d good/batch.xml -w bag_of_tasks --set platform.hm=20",
     "platform 'uniform_speeds': parameter 'hm' cannot be '20' with mean 10; valid: from 0 to less than 20, "
     "so "
     "that every speed is above 0"},
    {"SpeedsOfNegativeWidth", "platform uniform_speeds --set platform.hm=-1",
     "platform 'uniform_speeds': parameter 'hm' cannot be '-1'; valid: a number of flop/s, at least 0, such "
     "as 1e9 or 1Gf"},
    {"MoreWorkersThanCanBe", "platform uniform_speeds --set platform.total_speed=1e7",
     "platform 'uniform_speeds': parameter 'total_speed' cannot be '1e+07' with mean 10; valid: at most "
     "1e+06, for 100000 hosts"},
    {"VariationBelowZeroWork", simulate + "-p star -d good/batch.xml -w bags --set workload.variation=200",
     "workload 'bags': parameter 'variation' cannot be '200'; valid: a number, from 0 to 199"},
    {"NoBags", simulate + "-p star -d good/batch.xml -w bags --set workload.bags=0",
     "workload 'bags': parameter 'bags' cannot be '0'; valid: an integer, from 1 to 1000000000"},
    {"MoreTasksThanCanBe", simulate + "-p star -d good/batch.xml -w bags --set workload.total=1e14",
     "workload 'bags': parameter 'total' cannot be '1e+14' with mean 10000; valid: at most 1e+11, for 1e+07 "
     "tasks"},
    {"ShareOfCrashes", crashing + "broker.workqueue --set crashes.share=101",
     "setting crashes.share=101: environment actor 'environment/crashes': parameter 'share' cannot be '101'; "
     "valid: a number, from 0 to 100"},
    {"HorizonOfCrashes", crashing + "broker.workqueue --set crashes.share=50 --set crashes.horizon=0",
     "setting crashes.horizon=0: environment actor 'environment/crashes': parameter 'horizon' cannot be '0'; "
     "valid: a number of s, above 0, such as 7200 or 2h"},
    {"NoShareOfCrashes", crashing + "broker.workqueue",
     "environment actor 'environment/crashes', of settings crashes.…: parameter 'share' is missing; valid: a "
     "number, from 0 to 100"},
    {"UnknownSettingOfCrashes", crashing + "broker.workqueue --set crashes.shar=50",
     "environment actor 'environment/crashes', of settings crashes.…: unknown parameter 'shar'; did you mean "
     "share?; valid: share, horizon, hosts"},
    {"HostsOfCrashes", crashing + "broker.workqueue --set crashes.share=50 --set crashes.hosts=host-0 -o out",
     "environment actor 'environment/crashes': crashes.hosts is 'host-0', which is no host but those of "
     "@role=master; valid: a selector of others, or crashes.share=0"},
    {"CrashOfTheHead",
     crashing + "good/head_on_worker.xml --set crashes.share=50 --set transport=instant -o out",
     "environment actor 'environment/crashes': crashes.hosts is '@role=worker', and host 'host-1' must stay, "
     "since actor 'cluster/scheduler' is there; valid: a deployment that has it on a host of @role=master, "
     "another crashes.hosts, or crashes.share=0"},
    {"CrashesOfASite", crashing + "easygrid.one_site --set crashes.share=50 -o out",
     "{source}/deployments/easygrid.one_site.xml:5: actor 'easygrid/site_manager' does not support hosts "
     "that fail (crashes.share=50); valid: crashes.share=0, or a deployment whose entry point is one of "
     "broker/broker, "
     "cluster/scheduler, easygrid/application, multicluster/meta_scheduler, ownership/pool, "
     "tuple_space/broker"},
    {"CrashesOnANetwork", crashing + "cluster.fcfs --set crashes.share=50 -o out",
     "{source}/deployments/cluster.fcfs.xml:5: actor 'cluster/scheduler' does not support hosts that fail "
     "(crashes.share=50); valid: execution=timeline with transport=instant, or execution=timeline without "
     "workload/submitter, or execution=messages, or execution=exec"},
    {"FailuresWithoutARate", failing + "cluster.nodes -o out",
     "environment actor 'environment/failures', of settings failures.…: parameter 'mtbf' is missing; valid: "
     "a "
     "number of s, from 0 to 1e+12, such as 7200 or 2h"},
    {"FailuresThatAreNeverRepaired", failing + "cluster.nodes --set failures.mtbf=9 --set failures.mttr=0",
     "setting failures.mttr=0: environment actor 'environment/failures': parameter 'mttr' cannot be '0'; "
     "valid: "
     "a number of s, above 0, such as 7200 or 2h"},
    {"FailuresOfHostsThatDoNotReturn", failing + "easygrid.successors --set failures.mtbf=9 -o out",
     "{source}/deployments/easygrid.successors.xml:7: actor 'easygrid/application' does not support hosts "
     "that recover (failures.mtbf=9); valid: failures.mtbf=0, or a deployment whose entry point is one of "
     "broker/broker, cluster/scheduler, multicluster/meta_scheduler, ownership/pool, "
     "tuple_space/broker"},
    {"FailuresOfTheMaster",
     failing + "cluster.nodes --set failures.mtbf=9 --set failures.hosts=host-0 -o out",
     "environment actor 'environment/failures': failures.hosts is 'host-0', which is no host but those of "
     "@role=master; valid: a selector of others, or failures.mtbf=0"},
    {"CheckpointsOfExecutedJobs", checkpointing + "--set execution=exec -o out",
     "{source}/deployments/cluster.nodes.xml:6: actor 'cluster/scheduler' on host 'host-0': policy "
     "'cluster/young (mtbf=1000)' leaves checkpoints, and with execution=exec no actor plans how long a job "
     "computes; valid: execution=timeline, or messages with transport=instant"},
    {"CheckpointsThatAreToldLate", checkpointing + "-o out",
     "{source}/deployments/cluster.nodes.xml:6: actor 'cluster/scheduler' on host 'host-0': policy "
     "'cluster/young (mtbf=1000)' leaves checkpoints, and the scheduler would be notified late of each; "
     "valid: "
     "execution=timeline, or transport=instant"},
    {"LoadUnderPlannedEndsOfABroker", loaded + "broker.workqueue -o out",
     "{source}/deployments/broker.workqueue.xml:5: actor 'broker/broker' does not support external load "
     "(environment actor 'environment/external_load'); valid: execution=exec"},
    {"LoadUnderPlannedEndsOfAResource", loaded + "tuple_space.ticket_classes -o out",
     "{source}/deployments/tuple_space.ticket_classes.xml:9: actor 'tuple_space/resource' does not support "
     "external load (environment actor 'environment/external_load'); valid: execution=exec"},
    {"LoadUnderPlannedEndsOfACluster", loaded + "cluster.fcfs -o out",
     "{source}/deployments/cluster.fcfs.xml:5: actor 'cluster/scheduler' does not support external load "
     "(environment actor 'environment/external_load'); valid: execution=exec"},
    {"SettingOfNoEnvironment",
     simulate + "-p star -d broker.workqueue -w bag_of_tasks --set crashes.share=50",
     "setting crashes.share=50: is of an environment actor that is not there; valid: with --environment "
     "crashes, or <environment name=\"crashes\"/> in a scenario"},
    {"UnknownEnvironment", simulate + "-p star -d broker.workqueue -w bag_of_tasks --environment crash",
     "unknown environment 'crash'; did you mean crashes?; valid: a name that malha simulate --help shows"},
    {"EnvironmentTwice", loaded + "broker.workqueue --environment environment/external_load",
     "environment 'environment/external_load' is given twice, or has the settings of 'external_load'; valid: "
     "one of them, once"},
    {"EnvironmentThatOneCannotBear",
     "compare -p star -w bag_of_tasks -d broker.workqueue -d easygrid.one_site --environment crashes --set "
     "crashes.share=50 -o out",
     "{source}/deployments/easygrid.one_site.xml:5: actor 'easygrid/site_manager' does not support hosts "
     "that fail (crashes.share=50); valid: crashes.share=0, or a deployment whose entry point is one of "
     "broker/broker, "
     "cluster/scheduler, easygrid/application, multicluster/meta_scheduler, ownership/pool, "
     "tuple_space/broker"},
    {"EnvironmentThatOneHostCannotBear",
     "compare -p star -w bag_of_tasks -d cluster.fcfs -d good/head_on_worker.xml --environment crashes --set "
     "crashes.share=50 --set transport=instant -o out",
     "environment actor 'environment/crashes': crashes.hosts is '@role=worker', and host 'host-1' must stay, "
     "since actor 'cluster/scheduler' is there; valid: a deployment that has it on a host of @role=master, "
     "another crashes.hosts, or crashes.share=0"},
    {"ListWithAHole", batch + "--set platform.speeds=1e9,",
     "platform 'star': parameter 'speeds' cannot be '1e9,'; valid: numbers of flop/s separated by commas, "
     "each above 0, such as 1e9 or 1Gf"},
    {"PlatformFileHasNoParameters",
     simulate + "-p platforms/no_links.xml -d good/batch.xml -w bag_of_tasks --set platform.hosts=3",
     "setting platform.hosts=3: platform 'platforms/no_links.xml' is a file and has no parameters"},
    {"NoParameterOfAPlatform", "platform star --set hosts=3",
     "setting hosts=3: a platform takes platform.… only"},
    {"ActorParameterOutOfRange", managers + "--set nt=0",
     "setting nt=0: actor 'easygrid/host_manager': parameter 'nt' cannot be '0'; valid: an integer, from 1 "
     "to 1000000"},
    {"ActorParameterOfAnotherType", managers + "--set nt=two",
     "setting nt=two: actor 'easygrid/host_manager': parameter 'nt' cannot be 'two'; valid: an integer, from "
     "1 to 1000000"},
    {"Policy", batch + "--set policy=cluster/fcsf",
     "setting policy=cluster/fcsf: unknown policy 'cluster/fcsf'; did you mean cluster/fcfs?; valid: "
     "{policies of cluster/queue}"},
    {"PolicyOfAnotherQuestion", batch + "--set policy=easygrid/lightest_first",
     "setting policy=easygrid/lightest_first: policy 'easygrid/lightest_first' answers easygrid/give_up, not "
     "cluster/queue; valid: {policies of cluster/queue}"},
    {"NoClasses", space + "--set policy.nc=0",
     "setting policy.nc=0: policy 'pull/ticket_classes': parameter 'nc' cannot be '0'; valid: an integer, "
     "from 1 to 1000"},
    {"NoReplicas", simulate + "-p star -d broker.wqr -w bags --set policy.replicas=0",
     "setting policy.replicas=0: policy 'broker/wqr': parameter 'replicas' cannot be '0'; valid: an integer, "
     "at least 1"},
    {"OrderOfAWorkqueue", simulate + "-p star -d broker.workqueue -w bags --set policy.order=shortest",
     "setting policy.order=shortest: policy 'broker/workqueue': parameter 'order' cannot be 'shortest'; "
     "valid: one of given, random"},
    {"CheckpointsOfExecutions", space + "--set checkpoint=on --set execution=exec",
     "{source}/deployments/tuple_space.ticket_classes.xml:9: actor 'tuple_space/resource' on host 'host-0': "
     "checkpoints are planned, and execution is 'exec'; valid: execution=planned, or checkpoint=off"},
    {"CheckpointInterval", space + "--set checkpoint_interval=-1",
     "setting checkpoint_interval=-1: actor 'tuple_space/resource': parameter 'checkpoint_interval' cannot "
     "be '-1'; valid: a number of s, at least 0, such as 7200 or 2h"},
};
INSTANTIATE_TEST_SUITE_P(Setting, Refusal, ::testing::ValuesIn(settings), ByValue());

} // namespace arguments_test
} // namespace malha::testing
