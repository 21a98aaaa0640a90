// SPDX-License-Identifier: MIT
// Every cell of the table of docs/architectures.md is run.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace malha::testing {
namespace matrix_test {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

/// The lines of the table, cell by cell; the line below the header is left out.
std::vector<Texts> table_of_page() {
  std::istringstream page(text_of(MALHA_SOURCE_FOLDER "/docs/architectures.md"));
  std::vector<Texts> table;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| ", 0) != 0)
      continue;
    table.emplace_back();
    for (std::size_t begin = 2, end; (end = line.find(" |", begin)) != std::string::npos; begin = end + 3)
      table.back().push_back(line.substr(begin, end - begin));
  }
  return table;
}

/// A cell under one of the two transports.
struct Cell {
  std::string asked, architecture, transport;
  bool is_borne;
};

std::vector<Cell> cells_of_page() {
  const auto table = table_of_page();
  std::vector<Cell> cells;
  for (std::size_t row = 1; row < table.size(); ++row)
    for (std::size_t column = 1; column < table[row].size(); ++column)
      for (const std::string transport : {"instant", "network"}) {
        const auto& answer = table[row][column];
        cells.push_back(
            {table[row][0], table[0].at(column), transport, answer == "yes" || answer == transport});
      }
  return cells;
}

std::string name_of(const ::testing::TestParamInfo<Cell>& info) {
  std::string name = info.param.architecture + "__" + info.param.asked + "__" + info.param.transport;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

std::ostream& operator<<(std::ostream& out, const Cell& cell) {
  return out << cell.architecture << ", " << cell.asked << ", transport=" << cell.transport;
}

/// How a row is asked: an attribute with a profile, for a worker, the link, or the host where jobs enter, and
/// options of the command.
struct Trial {
  std::string worker_profile, link_profile, profile, options;
  std::string entry_profile = "";
};

constexpr const char* bag = "-w bag_of_tasks --set workload.tasks=12 --set workload.work=5e9 ";

const std::map<std::string, Trial>& trials() {
  static const std::map<std::string, Trial> all{
      {"messages that take time", {"", "", "", bag}},
      {"tasks with input data", {"", "", "", std::string(bag) + "--set workload.input=1e6"}},
      {"links that change", {"", "bandwidth_file", "0 1e6\n4 2e6\n", bag}},
      {"links that fail", {"", "state_file", "4 0\n", bag}},
      {"hosts that change their speed", {"speed_file", "", "4 0.5\n9 1\n", bag}},
      {"hosts that fail", {"state_file", "", "4 0\n", bag}},
      {"hosts that recover", {"state_file", "", "4 0\n8 1\n", bag}},
      {"a recovery of its own host", {"", "", "2.005 0\n8 1\n", bag, "state_file"}},
      {"--environment crashes",
       {"", "", "",
        std::string(bag) + "--environment crashes --set crashes.share=50 --set crashes.horizon=8"}},
      {"--environment failures",
       {"", "", "",
        std::string(bag) + "--environment failures --set failures.mtbf=10 --set failures.mttr=3"}},
      {"--environment outages",
       {"", "", "", std::string(bag) + "--environment outages --set outages.file=outages.csv"}},
      {"--environment reclaim",
       {"", "", "", std::string(bag) + "--environment reclaim --set reclaim.idle=8 --set reclaim.busy=3"}},
      {"--environment external_load",
       {"", "", "",
        std::string(bag) +
            "--environment external_load --set external_load.hosts=w1 --set external_load.start=2"}},
      {"--environment doubled_messages",
       {"", "", "",
        std::string(bag) + "--environment doubled_messages --set doubled_messages.messages=1+9,2+1"}},
      {"--environment late_messages",
       {"", "", "",
        std::string(bag) +
            "--environment late_messages --set late_messages.messages=1+9,2+9,3+9,4+9,5+9,6+9"}},
      {"--environment lost_messages",
       {"", "", "", std::string(bag) + "--environment lost_messages --set lost_messages.messages=1"}},
      {"--environment local_users",
       {"", "", "",
        std::string(bag) +
            "--environment local_users --set local_users.hosts=w1 --set local_users.local_share=100"}},
      {"jobs: bag of tasks", {"", "", "", bag}},
      {"jobs: rigid job", {"", "", "", "-w rigid_jobs --set workload.jobs=6 --set workload.max_resources=4"}},
      {"jobs: DAG", {"", "", "", "-w workflow_shape --set workload.size=2 --set workload.data_scale=0"}}};
  return all;
}

/// A master, two hosts for the managers or schedulers of sites, and two workers in each site.
std::string platform_of(const Trial& trial) {
  const auto profile = [&](const std::string& attribute) {
    return attribute.empty() ? "" : " " + attribute + "='it.profile'";
  };
  const auto host = [](const std::string& name, const std::string& more, const Texts& properties) {
    std::string text = "<host id='" + name + "' speed='1Gf'" + more + ">";
    for (std::size_t i = 0; i < properties.size(); i += 2)
      text += "<prop id='" + properties[i] + "' value='" + properties[i + 1] + "'/>";
    return text + "</host>\n";
  };
  std::string text = "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                     "<platform version='4.1'><zone id='zone' routing='Full'>\n" +
                     host("master", profile(trial.entry_profile), {"role", "master"}) +
                     host("north", "", {"site", "north", "site_role", "manager", "role", "front"}) +
                     host("south", "", {"site", "south", "site_role", "manager", "role", "front"});
  const Texts workers{"w1", "w2", "w3", "w4"};
  for (const auto& worker : workers)
    text += host(worker, worker == "w2" ? profile(trial.worker_profile) : "",
                 {"role", "worker", "site", worker < "w3" ? "north" : "south"});
  text += "<link id='link' bandwidth='12.5MBps' latency='1ms'" + profile(trial.link_profile) + "/>\n";
  Texts all{"master", "north", "south"};
  all.insert(all.end(), workers.begin(), workers.end());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      text += "<route src='" + all[i] + "' dst='" + all[j] + "'><link_ctn id='link'/></route>\n";
  return text + "</zone></platform>\n";
}

/// "broker/broker execution=exec" as options.
std::string options_of(const std::string& architecture) {
  static const std::map<std::string, std::string> deployments{
      {"broker/broker", "broker.workqueue"},
      {"cluster/scheduler", "cluster.nodes"},
      // A manager waits for each transfer, so that one that takes longer is seen.
      {"easygrid/application", "easygrid.successors --set mailbox=rendezvous"},
      {"easygrid/dag_global_manager", "easygrid.workflow_sites"},
      {"easygrid/global_manager", "easygrid.sites"},
      {"easygrid/site_manager", "easygrid.one_site"},
      {"multicluster/meta_scheduler", "multicluster.rr"},
      // It takes tasks at once, as the others do, so that it meets all that the trials do to them.
      {"ownership/pool", "ownership.osep --set period=1 --set offset=0 --set submission_delay=0"},
      {"tuple_space/broker", "tuple_space.ticket_classes"}};
  std::istringstream words(architecture);
  std::string entry, options;
  words >> entry;
  options = "-d " + deployments.at(entry);
  for (std::string setting; words >> setting;)
    options += " --set " + setting;
  return options;
}

class Matrix : public ::testing::TestWithParam<Cell> {
protected:
  Said simulate(const std::string& out, const Trial& trial) const {
    fs::create_directory(folder_ / (out + ".grid"));
    write_text(folder_ / (out + ".grid/p.xml"), platform_of(trial));
    write_text(folder_ / (out + ".grid/it.profile"), trial.profile);
    write_text(folder_ / "outages.csv", "resource,start,end\n1,4,8\n");
    return run_shell("\"$MALHA\" simulate -p " + out + ".grid/p.xml " + options_of(GetParam().architecture) +
                         " --set transport=" + GetParam().transport + " " + trial.options + " -o " + out,
                     folder_.path());
  }

  TemporaryFolder folder_;
};

/// Whether what is asked can be seen in jobs.csv.
bool is_seen(const Cell& cell) {
  const bool of_network = cell.asked == "tasks with input data" || cell.asked.rfind("links", 0) == 0;
  const bool always_there = cell.asked.rfind("jobs", 0) == 0 || cell.asked == "messages that take time";
  return !always_there && (!of_network || cell.transport == "network");
}

// What is borne runs, is valid, and changes the schedule of a run of which it is not asked, unless it is of
// the network and nothing travels there. All else is refused, and leaves nothing.
TEST_P(Matrix, HoldsWhatItSays) {
  const auto& cell = GetParam();
  ASSERT_EQ(trials().count(cell.asked), 1u) << "this test does not know how to ask for " << cell.asked;
  const auto& trial = trials().at(cell.asked);
  const auto said = simulate("out", trial);
  if (!cell.is_borne) {
    EXPECT_EQ(said.status, 2) << said.out << said.err;
    const auto says = [&](const char* words) { return said.err.find(words) != std::string::npos; };
    const bool is_of_jobs = cell.asked.rfind("jobs", 0) == 0;
    EXPECT_TRUE(is_of_jobs ? says("does not run")
                           : says("does not support") || says("others cannot go on without actor"))
        << said.err;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    return;
  }
  ASSERT_EQ(said.status, 0) << said.err;
  const auto checked = run_shell("\"$MALHA\" validate out", folder_.path());
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  Trial none;
  none.options = cell.asked.rfind("jobs", 0) == 0 ? trial.options : bag;
  ASSERT_EQ(simulate("without", none).status, 0);
  EXPECT_EQ(text_of(folder_ / "out/jobs.csv") != text_of(folder_ / "without/jobs.csv"), is_seen(cell));
}

INSTANTIATE_TEST_SUITE_P(Cells, Matrix, ::testing::ValuesIn(cells_of_page()), name_of);

// So that the page has every architecture, every condition, every environment actor and every shape there is.
TEST(ArchitecturesPage, HasTheTableThatTheActorsDeclare) {
  const auto said = run_shell("\"$MALHA\" describe matrix", fs::temp_directory_path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_NE(text_of(MALHA_SOURCE_FOLDER "/docs/architectures.md").find("\n\n" + said.out + "\n"),
            std::string::npos)
      << "the table of docs/architectures.md is not this one; when it is right, put it there: malha describe "
         "matrix\n"
      << said.out;
}

} // namespace matrix_test
} // namespace malha::testing
