// SPDX-License-Identifier: MIT
// Deployments, platforms and scenarios, one file in files/ a case.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace files_test {

/// What is said of a file: its name goes in front.
struct Flaw {
  std::string file;
  std::string message;
};

std::vector<Case> cases(const std::string& folder, const std::string& arguments,
                        const std::vector<Flaw>& flaws) {
  std::vector<Case> all;
  for (const auto& flaw : flaws) {
    const std::string path = folder + "/" + flaw.file + ".xml";
    all.push_back({flaw.file, arguments + path, path + flaw.message});
  }
  return all;
}

const std::vector<Flaw> deployments{
    {"malformed", ":4: malformed XML: Start-end tags mismatch"},
    {"empty", ":1: malformed XML: No document element found"},
    {"wrong_top_element", ":2: the top element is <deployment>; valid: <platform>"},
    {"no_actor", ":2: deploys no actor"},
    {"unknown_top_element", ":3: <platform> has an unknown element <process>; valid: actor"},
    {"unknown_element", ":4: <actor> has an unknown element <argument>; valid: prop"},
    {"unknown_attribute", ":3: <actor> has an unknown attribute 'start_time'; valid: host, function"},
    {"text_between", ":2: <platform> has text 'hello'; valid: actor"},
    {"no_host", ":3: <actor> has no attribute 'host'"},
    {"no_function", ":3: <actor> has no attribute 'function'"},
    {"no_value", ":4: <prop> has no attribute 'value'"},
    {"duplicate_property", ":5: property 'policy' is given twice"},
    {"unknown_actor", ":3: unknown actor 'cluster/schedular'; did you mean cluster/scheduler?; valid: a name "
                      "that malha list actors shows"},
    {"unknown_policy",
     ":3: unknown policy 'cluster/fcsf'; did you mean cluster/fcfs?; valid: {policies of cluster/queue}"},
    {"policy_of_another_question",
     ":3: policy 'easygrid/lightest_first' answers easygrid/give_up, not cluster/queue; "
     "valid: {policies of cluster/queue}"},
    {"no_policy",
     ":3: actor 'cluster/scheduler' has no property 'policy', the policy that answers cluster/queue; "
     "valid: {policies of cluster/queue}"},
    {"unknown_parameter", ":3: actor 'workload/submitter': unknown parameter 'descripton'; did you mean "
                          "description?; valid: description, gap_at, gap_width"},
    {"unknown_policy_parameter", ":3: policy 'cluster/fcfs': unknown parameter 'depth'; valid: order, nodes"},
    {"out_of_range", ":3: actor 'workload/submitter': parameter 'description' cannot be '-1'; valid: a "
                     "number of B, from 0 to 1e+15, such as 1e6 or 1MB"},
    {"wrong_type", ":3: actor 'workload/submitter': parameter 'description' cannot be '1kg'; valid: a number "
                   "of B, from 0 to 1e+15, such as 1e6 or 1MB"},
    {"no_slots",
     ":7: actor 'easygrid/host_manager': parameter 'nt' cannot be '0'; valid: an integer, from 1 to 1000000"},
    {"unknown_host",
     ":3: actor 'cluster/scheduler': unknown host 'nowhere'; platform 'star' has host-0, host-1"},
    {"unknown_glob",
     ":3: actor 'cluster/scheduler': no host for 'node-*'; platform 'star' has host-0, host-1"},
    {"unknown_property",
     ":3: actor 'cluster/scheduler': no host for '@color=red'; platform 'star' has host-0, host-1"},
    {"unknown_nodes",
     ":3: actor 'cluster/scheduler' on host 'host-0': unknown host 'nowhere'; platform 'star' has "
     "host-0, host-1"},
    {"malformed_selector", ":3: actor 'cluster/scheduler': '@worker' is not a selector; valid: @role=master, "
                           "@role=front, @role=worker, @property=value"},
    {"unknown_role", ":3: actor 'cluster/scheduler': '@role=boss' is not a selector; valid: @role=master, "
                     "@role=front, @role=worker, @property=value"},
    {"no_host_manager",
     ":3: actor 'easygrid/site_manager' on host 'host-0': site 'site' has no easygrid/host_manager"},
    {"no_site_manager", ":6: actor 'easygrid/host_manager' on host 'host-0': site 'site' must have one "
                        "easygrid/site_manager; it has 0"},
    {"environment_inside", ":7: actor 'environment/crashes' belongs to the grid, not to a deployment; valid: "
                           "--environment crashes, or <environment name=\"crashes\"/> in a scenario"},
    {"no_sites", ":3: actor 'easygrid/global_manager' on host 'host-0': there is no easygrid/site_manager"},
    {"site_without_manager",
     ":17: actor 'easygrid/host_manager' on host 'host-1': site 'south' must have one "
     "easygrid/site_manager; it has 0"},
    {"site_without_hosts",
     ":12: actor 'easygrid/site_manager' on host 'host-1': site 'south' has no easygrid/host_manager"},
    {"no_host_property",
     ":8: actor 'easygrid/host_manager': parameter 'site' is '@rack', and host 'host-0' has no property "
     "'rack'; valid: <prop id=\"rack\" value=\"…\"/> in the <host>, or in its <cluster>"},
    {"two_submitters",
     ":6: actor 'workload/submitter' on host 'host-0': there is more than one; valid: one, since "
     "all would submit the same jobs"},
    {"submitter_to_managers", ":18: actor 'workload/submitter' on host 'host-0': mailbox "
                              "'easygrid/site_manager@host-0' does not carry the messages of actor "
                              "'workload/submitter'"},
    {"no_entry", ": must have one entry point; it has none; valid: {entry actors}"},
    {"two_schedulers", ": must have one entry point; it has 2: cluster/scheduler@host-0, "
                       "cluster/scheduler@host-0#2"},
    {"two_site_managers", ": must have one entry point; it has 2: easygrid/site_manager@host-0, "
                          "easygrid/site_manager@host-1"},
    {"two_global_managers", ": must have one entry point; it has 2: "
                            "easygrid/global_manager@host-0, easygrid/global_manager@host-0#2"},
    {"broker_without_workers", ":3: actor 'broker/broker' on host 'host-0': there is no broker/worker"},
    {"workers_without_broker", ": must have one entry point; it has none; valid: {entry actors}"},
    {"workers_of_another_entry",
     ":6: actor 'broker/worker' on host 'host-0': needs one actor 'broker/broker'; there are 0"},
    {"two_brokers", ": must have one entry point; it has 2: broker/broker@host-0, broker/broker@host-0#2"},
    {"two_workers_on_a_host",
     ":3: actor 'broker/broker' on host 'host-0': host 'host-1' is 2 resources; valid: at "
     "most one for each of its cores, 1"},
    {"two_resources_on_a_host",
     ":3: actor 'tuple_space/space' on host 'host-0': host 'host-1' is 2 resources; "
     "valid: at most one for each of its cores, 1"},
    {"classes_that_differ", ":8: actor 'tuple_space/resource' on host 'host-0': its policy is "
                            "pull/ticket_classes (bounds=equal_width, "
                            "nc=1), and that of others of the tuple space pull/ticket_classes "
                            "(bounds=equal_width, nc=3); valid: the same "
                            "for all"},
    {"no_space",
     ":3: actor 'tuple_space/broker' on host 'host-0': needs one actor 'tuple_space/space'; there are 0"},
    {"resources_without_space",
     ":6: actor 'tuple_space/resource' on host 'host-0': needs one actor 'tuple_space/space'; there are 0"},
    {"two_spaces",
     ":3: actor 'tuple_space/space' on host 'host-0': needs one actor 'tuple_space/space'; there are 2"},
    {"space_without_resources",
     ":3: actor 'tuple_space/space' on host 'host-0': there is no tuple_space/resource"},
    {"space_without_broker", ": must have one entry point; it has none; valid: {entry actors}"},
    {"pool_without_machines", ":3: actor 'ownership/pool' on host 'host-0': there is no ownership/machine"},
    {"machines_of_another_entry",
     ":7: actor 'ownership/machine' on host 'host-0': needs one actor 'ownership/pool'; there are 0"},
    {"broker_and_space", ": must have one entry point; it has 2: broker/broker@host-0, "
                         "tuple_space/broker@host-0"},
};
INSTANTIATE_TEST_SUITE_P(
    Deployment, Refusal,
    ::testing::ValuesIn(cases("deployments",
                              "simulate -p star --set platform.hosts=2 -w bag_of_tasks -o out -d ",
                              deployments)),
    ByValue());

const std::vector<Flaw> platforms{
    {"malformed", ":5: malformed XML: Start-end tags mismatch"},
    {"wrong_top_element", ":2: the top element is <zone>; valid: <platform>"},
    {"old_version", ":3: version '3' is too old; valid: 4.1, to which simgrid_update_xml brings old files"},
    {"no_zone", ":3: has no <zone>"},
    {"no_host", ": has no host"},
    {"unknown_role", ": host 'one' has an unknown role 'wroker'; did you mean worker?; valid: master, front, "
                     "worker, compute_node, storage"},
    {"same_host", ": SimGrid refuses it: Refusing to create a second host named 'one'."},
    {"unknown_attribute",
     ": SimGrid refuses it: Parse error at platforms/unknown_attribute.xml:5: Invalid XML (XML "
     "input line 5, state 74): Bad attribute `speeed' in `host' element start tag."},
    {"unknown_element",
     ": SimGrid refuses it: Parse error at platforms/unknown_element.xml:5: Invalid XML (XML input "
     "line 5, state 142): Unexpected character `<': `</zone>' expected."},
    {"unknown_unit", ": SimGrid refuses it: Parse error at platforms/unknown_unit.xml:5: unknown unit: Gx"},
    {"unknown_link", ": SimGrid refuses it: Link not found: wire"},
    {"unknown_routing", ":4: routing 'Fully' is unknown; did you mean Full?; valid: Cluster, Dijkstra, "
                        "DijkstraCache, Floyd, Full, None, Vivaldi, Wifi"},
    {"missing_profile", ":6: profile file 'slow.profile' is not in the platform's folder"},
    {"absolute_profile",
     ":5: profile file '/dev/null' is absolute; valid: a path from the platform's folder"},
};
INSTANTIATE_TEST_SUITE_P(Platform, Refusal,
                         ::testing::ValuesIn(cases("platforms",
                                                   "simulate -d good/batch.xml -w bag_of_tasks -o out -p ",
                                                   platforms)),
                         ByValue());

const std::string managers = "simulate -d good/managers.xml -w bag_of_tasks -o out -p platforms/";
const std::string site_manager = "good/managers.xml:5: actor 'easygrid/site_manager' on host 'one': ";
const std::string needs_links =
    " has no links, and transport=network needs them; valid: a platform with links, or "
    "--set transport=instant";

const std::vector<Case> routes{
    {"NoneWithoutRouting", managers + "no_routing.xml", site_manager + "platform 'no_routing'" + needs_links},
    {"NoneWithoutLinks", managers + "no_links.xml", site_manager + "platform 'no_links'" + needs_links},
    {"OneIsMissing", managers + "missing_route.xml",
     site_manager + "platform 'missing_route' has no route from 'one' to 'three'"},
    {"OneIsMissingOnTheWayBack", managers + "one_way.xml",
     site_manager + "platform 'one_way' has no route from 'two' to 'one'"},
    // Without routing a host does not even reach itself, where the submitter sits beside the scheduler.
    {"NoneToItself", "simulate -d good/batch.xml -w bag_of_tasks -o out -p platforms/no_routing.xml",
     "good/batch.xml:6: actor 'workload/submitter' on host 'one': platform 'no_routing'" + needs_links},
    {"NoneToWorkers", "simulate -d broker.workqueue -w bag_of_tasks -o out -p platforms/no_links.xml",
     "{source}/deployments/broker.workqueue.xml:5: actor 'broker/broker' on host 'one': platform "
     "'no_links'" +
         needs_links},
    {"NoneToTheSpace",
     "simulate -d tuple_space.ticket_classes -w bag_of_tasks -o out -p platforms/no_links.xml",
     "{source}/deployments/tuple_space.ticket_classes.xml:9: actor 'tuple_space/resource' on host 'two': "
     "platform 'no_links'" +
         needs_links},
};
INSTANTIATE_TEST_SUITE_P(Route, Refusal, ::testing::ValuesIn(routes), ByValue());

const std::vector<Flaw> scenarios{
    {"malformed", ":4: malformed XML: Error parsing end element tag"},
    {"no_platform", ":2: has no <platform>"},
    {"two_platforms", ":5: a second <platform>"},
    {"no_run", ":2: has no <run>"},
    {"no_values", ":7: varies over no value"},
    {"unknown_element", ":8: <scenario> has an unknown element <measured>; did you mean measure?"},
    {"unknown_attribute", ":8: <measure> has an unknown attribute 'digits'; valid: metric, by"},
    {"unknown_metric",
     ":8: unknown metric 'makespam'; did you mean makespan?; valid: a name that malha list metrics shows"},
    {"unknown_platform", ":4: unknown platform 'ring'; valid: {platforms}, or a path"},
    {"unknown_environment", ":8: run 'only': unknown environment 'crash'; did you mean crashes?; valid: a "
                            "name that malha simulate --help shows"},
    {"unknown_workload", ":5: unknown workload 'bag_of_jobs'; valid: {workloads}, or a path that ends in "
                         ".json, .csv, .csv.gz, .sacct, .sacct.gz, .swf, .swf.gz, .dax, .dot, .gv"},
    {"unknown_deployment", ":7: run 'only': unknown deployment 'cluster.fcsf'; did you mean cluster.fcfs?; "
                           "valid: a name that malha list deployments shows, or a path"},
    {"unknown_setting", ":8: run 'only': setting tn=2: no actor of {source}/deployments/cluster.fcfs.xml "
                        "declares 'tn'; valid: a name that malha list settings shows"},
    {"set_twice", ":8: 'workload.tasks' is set twice"},
    {"out_of_range",
     ":8: run 'only': workload 'bag_of_tasks': parameter 'tasks' cannot be '0'; valid: an integer, "
     "from 1 to 10000000"},
    {"missing_include", ":7: scenarios/nothing.xml: cannot be read"},
    {"same_run", ":8: a second run 'only'"},
    {"same_value", ":7: varies over '5' twice"},
    {"two_cells", ":9: means 2 cells; also fix workload.tasks"},
    {"unknown_run_in_claim", ":8: names no cell of the scenario; valid: one"},
    {"unknown_when", ":8: names no cell of the scenario; valid: at least one"},
    {"not_varied", ":8: 'workload.tasks' is not varied here"},
    {"wrong_unit", ":8: metric 'makespan' is in s, not in ms"},
    {"wrong_tolerance", ":8: tolerance '0.05' is not a percentage such as 5%, nor a number of s such as "
                        "'2 s', nor a factor of at least 1 such as 'factor 2'"},
    {"wrong_number", ":8: 'one' in 'value' is not a number"},
    {"wrong_reading", ":8: read 'glance' is unknown; valid: table, figure, formula, text"},
    {"empty_claim",
     ":8: claims nothing; valid: less and than; near and to; flat; crossing, with, over and "
     "at; grows, against and over; ordered, over and as; cell with at_least, at_most or about; "
     "gain and against with at_least, at_most or about; or ratio and to with at_least, at_most "
     "or about"},
    {"unknown_records", ":2: records 'rows' is unknown; valid: jobs, metrics"},
    {"seeds_of_letters",
     ":6: number 'ten' is no number of seeds; valid: at least 1, and 1 where they vary nothing"},
    {"seeds_of_nothing",
     ":6: number '10' is no number of seeds; valid: at least 1, and 1 where they vary nothing"},
    {"first_seed_of_letters", ":6: first 'one' is no seed; valid: at least 0, and 0 where they vary nothing"},
    {"first_seed_below_0", ":6: first '-1' is no seed; valid: at least 0, and 0 where they vary nothing"},
    {"first_seed_of_nothing", ":6: first '1' is no seed; valid: at least 0, and 0 where they vary nothing"},
    {"unknown_end", ":9: end 'deadlock' is unknown; valid: max_time"},
    {"series_of_one", ":9: means one cell; valid: a series of at least two"},
    {"crossing_over_nothing", ":9: 'platform.hosts' is not varied here"},
    {"crossing_over_words", ":9: 'transport' is varied over 'network', which is no number"},
    {"two_averages", ":10: a second <average>"},
    {"average_over_nothing", ":9: 'platform.hosts' is not varied here"},
    {"average_twice", ":9: 'over' names 'workload.tasks' twice"},
    {"by_too_little", ":11: 'by' leaves out 'workload.work', which <average> does not name"},
    {"average_of_too_much", ":11: means 4 cells; also fix workload.work"},
    {"flat_over_what", ":11: leaves workload.tasks, workload.work open; valid: one of them as 'over'"},
    {"flat_over_too_much", ":11: leaves workload.work open, too; valid: with a value, or in <average>"},
    {"flat_over_closed", ":11: goes over 'workload.tasks' and does not leave it open"},
    {"range_of_one", ":9: keeps 1 values of 'workload.tasks'; valid: a series of at least two"},
    {"runs_over_values", ":9: 'runs' is for a series over=\"run\""},
    {"runs_unknown", ":9: there is no run 'other'"},
    {"growth_over_runs", ":9: 'run' is not varied here"},
    {"mixed_claim", ":9: <claim> has an unknown attribute 'than'; valid: text, metric, near, to, source, "
                    "where, hypothesis, seen"},
};
INSTANTIATE_TEST_SUITE_P(Scenario, Refusal, ::testing::ValuesIn(cases("scenarios", "run -o out ", scenarios)),
                         ByValue());

const std::vector<Case> unfit{
    {"InputThatNobodyMoves",
     "simulate -p star -d good/batch.xml -w bag_of_tasks --set workload.input=1e6 -o out",
     "good/batch.xml:3: actor 'cluster/scheduler' does not support tasks with input data (job 0 of workload "
     "'bag_of_tasks'); valid: transport=instant"},
    {"RigidJobOnEasyGrid",
     "simulate -p star -d good/managers.xml -w rigid_jobs --set workload.max_resources=1000000 -o out",
     "workload 'rigid_jobs': job 0 is a rigid job, which actor 'easygrid/site_manager' does not run; valid: "
     "bag of "
     "tasks, DAG"},
    {"RigidJobOnABroker",
     "simulate -p star -d broker.workqueue -w rigid_jobs --set workload.max_resources=1000000 -o out",
     "workload 'rigid_jobs': job 0 is a rigid job, which actor 'broker/broker' does not run; valid: bag of "
     "tasks, DAG"},
    {"RigidJobOnABrokerWithoutMessages",
     "simulate -p star -d broker.workqueue -w rigid_jobs --set workload.max_resources=1000000 --set "
     "transport=instant -o out",
     "workload 'rigid_jobs': job 0 is a rigid job, which actor 'broker/broker' does not run; valid: bag of "
     "tasks, DAG"},
    {"RigidJobInATupleSpace",
     "simulate -p star -d tuple_space.ticket_classes -w rigid_jobs --set workload.max_resources=1000000 -o "
     "out",
     "workload 'rigid_jobs': job 0 is a rigid job, which actor 'tuple_space/broker' does not run; valid: "
     "bag of tasks, DAG"},
    {"RigidJobInATupleSpaceWithoutMessages",
     "simulate -p star -d tuple_space.ticket_classes -w rigid_jobs --set workload.max_resources=1000000 "
     "--set transport=instant -o out",
     "workload 'rigid_jobs': job 0 is a rigid job, which actor 'tuple_space/broker' does not run; valid: "
     "bag of tasks, DAG"},
};
INSTANTIATE_TEST_SUITE_P(Workload, Refusal, ::testing::ValuesIn(unfit), ByValue());

} // namespace files_test
} // namespace malha::testing
