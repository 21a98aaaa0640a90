// SPDX-License-Identifier: MIT
// Bugs that only a crash, or a message that is late or lost, shows, planted one at a time: malha chaos finds
// each, and its command shows it again.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace planted_bugs_test {

namespace fs = std::filesystem;

/// A bug of CMakeLists.txt, the actors that have it, and a sweep that finds it.
struct Bug {
  std::string name, actors, sweep;
};

std::ostream& operator<<(std::ostream& out, const Bug& bug) { return out << bug.name; }

const std::string bag = " -w bag_of_tasks --set workload.work=5e9 --set transport=instant";
const std::string broker = "-p star --set platform.hosts=3 -d broker.workqueue --set workload.tasks=4" + bag;
const std::string space =
    "-p star --set platform.hosts=3 -d tuple_space.ticket_classes --set workload.tasks=3" + bag;
const std::string pool = "-p owned_pool --set platform.machines=2,2 -d ownership.osep -w user_bags --set "
                         "workload.tasks=3,2 --set workload.lengths=100 --set workload.dates=0,35 --set "
                         "transport=instant";
const std::string cluster = "-p star --set platform.hosts=3 -d cluster.easy_backfill -w rigid_jobs --set "
                            "workload.jobs=4 --set transport=instant --set workload.max_resources=";
/// On four workers, three of which keep the space; the master is none of them.
const std::string replicas = "-p uniform_speeds --set platform.total_speed=40 -d tuple_space.replicated "
                             "-w bag_of_tasks --set workload.tasks=2 --set workload.work=50 --cases 100";
/// Two sites, the managers of which may crash.
const std::string grid =
    "-p star --set platform.hosts=5 --set platform.sites=2 -d easygrid.successors -w bag_of_tasks "
    "--set workload.tasks=4 --set workload.work=5e9 --kill easygrid/manager --cases 40";
/// Clusters of two nodes each: any of them can run each job.
const std::string clusters =
    "-p clusters --set platform.sizes=2,2 -d multicluster.least_loaded -w rigid_jobs --set "
    "workload.jobs=4 --set workload.max_resources=2 --kill cluster/scheduler --cases 60";

/// The same below a meta-scheduler whose host goes and returns.
const std::string meta_scheduler = "-p clusters --set platform.sizes=2,2 -d '" MALHA_SOURCE_FOLDER
                                   "/tests/scenarios/runner/chaos/multicluster.alone.xml' -w rigid_jobs "
                                   "--set workload.jobs=4 --set workload.max_resources=2 "
                                   "--kill multicluster/meta_scheduler --cases 100";

const std::vector<Bug>& bugs() {
  static const std::vector<Bug> all{
      {"forgets_lost_task", "broker", broker},
      {"counts_void_end", "broker", broker + " --set workload.spread=0.5"},
      {"misses_short_outage", "broker", broker + " --set detection_delay=2"},
      {"uses_node_that_is_down", "cluster", cluster + "2"},
      {"never_frees_node_that_failed", "cluster", cluster + "3"},
      {"forgets_job_of_failed_node", "cluster", cluster + "2"},
      {"forgets_task_of_failed_machine", "ownership", pool},
      {"does_not_undo", "tuple_space", space},
      {"lease_never_ends", "tuple_space", replicas},
      {"commits_twice", "tuple_space", replicas},
      {"confirms_before_it_logs", "tuple_space", replicas},
      {"begins_with_old_log", "tuple_space", replicas},
      {"stale_leader", "tuple_space", replicas},
      {"asks_only_once", "tuple_space", replicas + " --messages lost"},
      {"takes_overtaking_command", "tuple_space", replicas + " --messages late"},
      {"site_manager_forgets_tasks", "easygrid", grid},
      {"forgets_jobs_of_gone_cluster", "multicluster", clusters},
      {"runs_ended_jobs_again", "multicluster", clusters},
      {"offers_to_gone_clusters", "multicluster", clusters},
      {"offers_again_what_was_taken", "multicluster", meta_scheduler},
      {"misses_ends_while_it_was_gone", "multicluster", meta_scheduler}};
  return all;
}

/// A program of its own with the shipped plugins, but for the actors that have the bug.
fs::path program_with(const Bug& bug) {
  const auto folder = fs::path(MALHA_TEST_PLUGIN_FOLDER) / "chaos" / (bug.name + "_program");
  fs::remove_all(folder);
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "share");
  const fs::path built = fs::path(MALHA_PROGRAM).parent_path().parent_path();
  fs::create_hard_link(MALHA_PROGRAM, folder / "bin/malha");
  fs::create_directory_symlink(fs::canonical(built / "share/malha"), folder / "share/malha");
  const fs::path shipped = MALHA_PLUGIN_FOLDER;
  for (const auto& entry : fs::recursive_directory_iterator(shipped)) {
    const auto to = folder / "lib/malha/plugins" / fs::relative(entry.path(), shipped);
    fs::create_directories(to.parent_path());
    if (!entry.is_directory() && fs::relative(entry.path(), shipped) != "actors/" + bug.actors + ".so")
      fs::create_symlink(entry.path(), to);
  }
  fs::create_symlink(fs::path(MALHA_TEST_PLUGIN_FOLDER) / "chaos" / (bug.name + ".so"),
                     folder / "lib/malha/plugins/actors" / (bug.actors + ".so"));
  return folder / "bin/malha";
}

/// The last command that a sweep printed, in all its lines.
std::string command_in(const std::string& said) {
  const auto begin = said.rfind("  malha chaos ");
  return begin == std::string::npos ? "" : said.substr(begin);
}

class PlantedBug : public ::testing::TestWithParam<Bug> {};

TEST_P(PlantedBug, IsFoundAndShownAgain) {
  const TemporaryFolder scratch;
  const auto program = program_with(GetParam());
  const auto with = [](const fs::path& malha, const std::string& command) {
    return "malha() { '" + malha.string() + "' \"$@\"; }\n" + command;
  };
  const auto found = run_shell(with(program, "malha chaos " + GetParam().sweep), scratch.path());
  EXPECT_EQ(found.status, 3) << found.out << found.err;
  const auto command = command_in(found.out);
  ASSERT_NE(command, "") << found.out;
  const auto again = run_shell(with(program, command), scratch.path());
  EXPECT_EQ(again.status, 3) << command << again.out << again.err;
  EXPECT_NE(again.out.find(" failed: "), std::string::npos) << again.out;
  const auto sound = run_shell(with(MALHA_PROGRAM, command), scratch.path());
  EXPECT_EQ(sound.status, 0) << command << sound.out << sound.err;
  fs::remove_all(program.parent_path().parent_path());
}

INSTANTIATE_TEST_SUITE_P(Each, PlantedBug, ::testing::ValuesIn(bugs()),
                         [](const auto& bug) { return bug.param.name; });

} // namespace planted_bugs_test
} // namespace malha::testing
