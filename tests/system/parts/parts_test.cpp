// SPDX-License-Identifier: MIT
// A command, a claim rule, a metric and a rule of schedules, each added by one file and used: $MALHA is here
// the program with them, and $PLAIN the one without.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace parts_test {

class Parts : public ::testing::Test {
protected:
  Said run(const std::string& command) const {
    return run_shell("PLAIN=\"$MALHA\"; MALHA='" MALHA_WITH_PARTS "'; " + command, folder_.path());
  }

  TemporaryFolder folder_;
};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Parts, HaveACommandThatNoOtherFileKnows) {
  EXPECT_EQ(run("\"$MALHA\" spell grid --between -").out, "g-r-i-d\n");
  EXPECT_EQ(run("\"$MALHA\" spell grid").out, "g r i d\n");
  EXPECT_EQ(run("\"$PLAIN\" spell grid").status, 2);
}

// It asked for no place, so that it comes after the last of those that ship, in a group of its own.
TEST_F(Parts, ListTheCommandBehindTheShippedOnes) {
  const auto with = run("\"$MALHA\" --help").out, without = run("\"$PLAIN\" --help").out;
  const auto place = with.find("\n  malha spell WORD ");
  ASSERT_NE(place, std::string::npos) << with;
  EXPECT_GT(place, with.find("\n  malha accept "));
  auto others = with;
  const auto group = with.find("\nof plugins:\n");
  ASSERT_LT(group, place) << with;
  others.erase(group, with.find("\nmalha help COMMAND") - group);
  EXPECT_EQ(others, without);
}

/// One job of 10 s on a host of 1 Gf, or of 30 s.
constexpr const char* scenario = R"(<scenario>
  <question>Does three times the work take at least twice the time?</question>
  <platform name="star"/>
  <workload name="bag_of_tasks"/>
  <seeds vary="nothing"/>
  <set key="transport" value="instant"/>
  <set key="platform.hosts" value="1"/>
  <set key="platform.speeds" value="1e9"/>
  <set key="workload.tasks" value="1"/>
  <vary key="workload.work" values="1e10 3e10"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <claim text="much longer" metric="makespan" twice="workload.work=3e10" of="workload.work=1e10"
         source="a book" where="a page"/>
  <claim text="much shorter" metric="makespan" twice="workload.work=1e10" of="workload.work=3e10"
         source="a book" where="a page"/>
</scenario>
)";

// 30 >= 2 * 10, and 10 < 2 * 30.
TEST_F(Parts, CheckAClaimByARuleThatNoOtherFileKnows) {
  write_text(folder_ / "work.xml", scenario);
  const auto said = run("\"$MALHA\" run ./work.xml -o out");
  EXPECT_EQ(said.status, 1) << said.err;
  EXPECT_TRUE(holds(said.out, "claim agrees: much longer\n    30 against twice 10\n")) << said.out;
  EXPECT_TRUE(holds(said.out, "claim missed: much shorter\n    10 against twice 30\n")) << said.out;
  EXPECT_TRUE(
      holds(run("\"$MALHA\" describe claims").out, "| `twice=\"A\" of=\"B\"` | A is at least 2 B |\n"));
}

TEST_F(Parts, RefuseAClaimOfARuleThatIsNotThere) {
  write_text(folder_ / "work.xml", scenario);
  const auto said = run("\"$PLAIN\" run ./work.xml -o out");
  EXPECT_EQ(said.status, 2);
  EXPECT_TRUE(
      holds(said.err, "work.xml:12: <claim> has an unknown attribute 'twice'; valid: text, metric, less, "))
      << said.err;
}

TEST_F(Parts, MeasureAMetricThatNoOtherFileKnows) {
  const std::string options = " simulate -p star --set platform.hosts=8 -d cluster.fcfs -w rigid_jobs "
                              "--set workload.jobs=20 -o ";
  ASSERT_EQ(run("\"$MALHA\"" + options + "with && \"$PLAIN\"" + options + "without").status, 0);
  double sizes = 0, jobs = 0;
  for (CsvReader rows(folder_ / "with/jobs.csv"); rows.next(); ++jobs)
    sizes += rows.real("requested_number_of_resources");
  CsvReader with(folder_ / "with/schedule.csv"), without(folder_ / "without/schedule.csv");
  ASSERT_TRUE(with.next() && without.next());
  EXPECT_EQ(jobs, 20);
  EXPECT_DOUBLE_EQ(with.real("mean_cpus"), sizes / jobs);
  EXPECT_FALSE(without.has("mean_cpus"));
  EXPECT_EQ(with.real("mean_waiting_time"), without.real("mean_waiting_time"));
  EXPECT_TRUE(holds(run("\"$MALHA\" describe metrics").out,
                    "| mean_cpus | count | mean of requested_number_of_resources |\n"));
}

// The validator counts it again from the rows of the run, and says what it cannot count in one that has it
// not.
TEST_F(Parts, ValidateTheMetric) {
  const std::string simulate = " simulate -p star --set platform.hosts=8 -d cluster.fcfs -w rigid_jobs "
                               "--set workload.jobs=20 -o ";
  ASSERT_EQ(run("\"$MALHA\"" + simulate + "with && \"$PLAIN\"" + simulate + "without").status, 0);
  EXPECT_EQ(run("\"$MALHA\" validate with").status, 0);
  const auto without = run("\"$MALHA\" validate without");
  EXPECT_EQ(without.status, 0) << without.out;
  EXPECT_TRUE(holds(without.out, "not checked: metric mean_cpus: schedule.csv has no column of it\n"));
  CsvReader written(folder_ / "with/schedule.csv");
  ASSERT_TRUE(written.next());
  const auto value = "," + written.text("mean_cpus") + ",";
  auto schedule = text_of(folder_ / "with/schedule.csv");
  write_text(folder_ / "with/schedule.csv", schedule.replace(schedule.find(value), value.size(), ",99,"));
  const auto falsified = run("\"$MALHA\" validate with");
  EXPECT_EQ(falsified.status, 1);
  EXPECT_TRUE(holds(falsified.out, "violation: metrics: mean_cpus is 99 in schedule.csv, the rows say "));
}

/// Three tasks of 1000 s on one host.
constexpr const char* three_tasks = " simulate -p star --set platform.hosts=1 --set platform.speeds=1e9 -d "
                                    "broker.workqueue -w bag_of_tasks --set workload.tasks=3 --set "
                                    "workload.work=1e12 --set transport=instant -o out";

// The tasks wait for 0, 1000 and 2000 s, of which only the last is longer than 1500 s.
TEST_F(Parts, ValidateByARuleThatNoOtherFileKnows) {
  ASSERT_EQ(run("\"$PLAIN\"" + std::string(three_tasks)).status, 0);
  const auto with = run("\"$MALHA\" validate out"), without = run("\"$PLAIN\" validate out");
  EXPECT_EQ(with.status, 1);
  EXPECT_TRUE(holds(with.out, "\nchecked: no job waits for more than 1500 s\n")) << with.out;
  EXPECT_TRUE(holds(with.out, "\nviolation: waits: job 2 (out/jobs.csv:4) waits for 2000 s\n")) << with.out;
  EXPECT_EQ(without.status, 0) << without.out;
  EXPECT_FALSE(holds(without.out, "1500 s")) << without.out;
  EXPECT_TRUE(
      holds(run("\"$MALHA\" describe rules").out, "| short_waits | No job waits for more than 1500 s. |\n"));
  EXPECT_TRUE(holds(run("\"$MALHA\" list rules").out, "\nshort_waits "));
}

// A planted row says that an attempt is lost.
TEST_F(Parts, ValidateByARuleOfAPlugin) {
  const std::string plugins = " --plugin-path '" MALHA_TEST_PLUGIN_FOLDER "/rules'";
  ASSERT_EQ(run("\"$PLAIN\"" + std::string(three_tasks)).status, 0);
  const auto found = run("\"$PLAIN\" validate out" + plugins);
  EXPECT_EQ(found.status, 0) << found.out;
  EXPECT_TRUE(holds(found.out, "checked: no attempt is lost\n")) << found.out;
  write_text(folder_ / "out/attempts.csv", "job_id,job,attempt,allocated_resources,start,end,outcome,work\n"
                                           "1,0,1,0,10,15,lost,0\n");
  EXPECT_TRUE(holds(run("\"$PLAIN\" validate out" + plugins).out,
                    "violation: losses: job 1 (out/attempts.csv:2) is lost\n"));
  EXPECT_FALSE(holds(run("\"$PLAIN\" validate out").out, "violation: losses"));
  const auto described = run("\"$PLAIN\" describe no_losses" + plugins).out;
  EXPECT_TRUE(holds(described, "no_losses: a rule of schedules\n  No attempt is lost.\n  from "))
      << described;
}

// The scenario has a reference, which knows nothing of the metric.
TEST_F(Parts, LeaveAReferenceUnchanged) {
  const auto with = run("\"$MALHA\" run oscarpbs-x1 -o with").out,
             without = run("\"$PLAIN\" run oscarpbs-x1 -o without").out;
  const auto begin = without.find("  reference: ");
  ASSERT_NE(begin, std::string::npos) << without;
  const auto line = without.substr(begin, without.find('\n', begin) - begin);
  EXPECT_TRUE(holds(line, " values unchanged, 0 changed")) << line;
  const auto place = with.find(line + ", ");
  ASSERT_NE(place, std::string::npos) << with;
  EXPECT_TRUE(holds(with.substr(place, with.find('\n', place) - place), " of new metrics: mean_cpus"))
      << with;
  const auto plugin =
      run("\"$PLAIN\" run oscarpbs-x1 -o plugin --plugin-path '" MALHA_TEST_PLUGIN_FOLDER "/parts'").out;
  const auto found = plugin.find(line + ", ");
  ASSERT_NE(found, std::string::npos) << plugin;
  EXPECT_TRUE(holds(plugin.substr(found, plugin.find('\n', found) - found), " of new metrics: ones"))
      << plugin;
}

// Behind the shipped ones, the linked one among them, wherever its name stands in the alphabet.
TEST_F(Parts, ListAMetricOfAPluginLast) {
  const auto said = run("\"$MALHA\" describe metrics --plugin-path '" MALHA_TEST_PLUGIN_FOLDER "/parts'");
  ASSERT_EQ(said.status, 0) << said.err;
  const std::string last = "| ones | count | is 1 |\n";
  EXPECT_EQ(said.out.find(last), said.out.size() - last.size()) << said.out;
}

// Three tasks and five.
TEST_F(Parts, MeasureAMetricByUserOfAPlugin) {
  const std::string plugins = " --plugin-path '" MALHA_TEST_PLUGIN_FOLDER "/by_user'",
                    load = " -p owned_pool -w user_bags --set workload.tasks=3,5 -d ownership.osep" + plugins;
  ASSERT_EQ(run("\"$PLAIN\" simulate -o out" + load).status, 0);
  CsvReader schedule(folder_ / "out/schedule.csv");
  ASSERT_TRUE(schedule.next());
  EXPECT_EQ(schedule.real("tasks_of.user-1"), 3);
  EXPECT_EQ(schedule.real("tasks_of.user-2"), 5);
  const auto valid = run("\"$PLAIN\" validate out" + plugins);
  EXPECT_EQ(valid.status, 0) << valid.out;
  const auto compared = run("\"$PLAIN\" compare -o both -d broker.workqueue --metric tasks_of" + load);
  EXPECT_TRUE(holds(compared.out, "the same for all: tasks_of.user-1 3, tasks_of.user-2 5\n"))
      << compared.out << compared.err;
  EXPECT_TRUE(holds(run("\"$PLAIN\" describe metrics" + plugins).out,
                    "| tasks_of.USER | count | tasks of the user that ran |\n"));
}

} // namespace parts_test
} // namespace malha::testing
