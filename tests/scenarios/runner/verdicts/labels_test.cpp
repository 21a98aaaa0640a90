// SPDX-License-Identifier: MIT
// Settings of one policy beside each other, by the program.
#include "scenarios/runner/verdicts/compared_deployment.hpp"
#include "tests/scenarios/runner/campaign/campaign.hpp"

#include <sstream>

namespace malha::testing {
namespace labels_test {

namespace fs = std::filesystem;

class Labels : public Campaign {
protected:
  Labels() : Campaign(batch_scenario(1, 5)) {}

  /// On eight nodes under 60 jobs that wait.
  Said compare(const std::string& arguments) const {
    return malha("compare -p star --set platform.hosts=8 --set transport=instant -w rigid_jobs "
                 "--set workload.jobs=60 --set workload.interarrival=200 " +
                 arguments);
  }
  std::string refusal(const std::string& deployments) const {
    const auto said = compare(deployments + " -o out");
    EXPECT_EQ(said.status, 2) << said.out;
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    return said.err;
  }
  /// The values of a metric in runs.csv, by "run seed".
  std::map<std::string, std::string> values(const std::string& out, const std::string& metric) const {
    std::istringstream in(text_of(folder_ / out / "runs.csv"));
    std::map<std::string, std::string> found;
    for (std::string row; std::getline(in, row);) {
      std::vector<std::string> fields;
      std::istringstream columns(row);
      for (std::string field; std::getline(columns, field, ',');)
        fields.push_back(field);
      if (fields.size() > 5 && fields[4] == metric)
        found[fields[1] + " " + fields[2].substr(0, fields[2].find("=")) + " " + fields[3]] = fields[5];
    }
    return found;
  }
};

const std::string small = "-d small=cluster.easy_backfill,policy.order=smallest ";

// The runs of the label are those of the same deployment with the same --set.
TEST_F(Labels, ASettingOfALabelIsThatOfSet) {
  ASSERT_EQ(compare(small +
                    "-d cluster.easy_backfill --seeds 3 --metric makespan --metric mean_waiting_time -o out")
                .status,
            0);
  ASSERT_EQ(
      compare("-d cluster.easy_backfill -d cluster.fcfs --set policy.order=smallest --seeds 3 -o set").status,
      0);
  const auto labelled = text_of(folder_ / "out/compare/small/platform.hosts=8,transport=instant,"
                                          "workload.interarrival=200,workload.jobs=60/seed=2/jobs.csv");
  EXPECT_EQ(labelled,
            text_of(folder_ / "set/compare/cluster.easy_backfill/platform.hosts=8,policy.order=smallest,"
                              "transport=instant,workload.interarrival=200,workload.jobs=60/seed=2/"
                              "jobs.csv"));
  EXPECT_NE(labelled,
            text_of(folder_ / "out/compare/cluster.easy_backfill/platform.hosts=8,transport=instant,"
                              "workload.interarrival=200,workload.jobs=60/seed=2/jobs.csv"));
  const auto rows = text_of(folder_ / "out/differences.csv");
  EXPECT_NE(rows.find("\nmakespan,s,cluster.easy_backfill,3,"), std::string::npos) << rows;
  EXPECT_EQ(rows.find("settings differ"), std::string::npos) << rows;
}

TEST_F(Labels, AgainstChoosesFromWhatDifferencesAre) {
  const auto said =
      compare(small + "-d cluster.fcfs -d cluster.easy_backfill --against cluster.easy_backfill "
                      "--seeds 2 --metric makespan -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(in_one_line(said.out).find(" difference: from cluster.easy_backfill, seed by seed"),
            std::string::npos)
      << said.out;
  const auto rows = text_of(folder_ / "out/differences.csv");
  for (const std::string run : {"small", "cluster.fcfs"}) {
    const auto at = rows.find("\nmakespan,s," + run + ",2,");
    ASSERT_NE(at, std::string::npos) << rows;
    EXPECT_NE(rows.substr(at, rows.find('\n', at + 1) - at).find(",cluster.easy_backfill,"),
              std::string::npos);
  }
}

TEST_F(Labels, ASettingOfALabelWinsOverSetAndSweep) {
  const auto said = compare(small + "-d cluster.easy_backfill --sweep policy.order=submit,largest "
                                    "--metric makespan --records metrics -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out.find("ignored"), std::string::npos) << said.out;
  const auto rows = text_of(folder_ / "out/runs.csv");
  EXPECT_NE(rows.find("compare,small,platform.hosts=8;transport"), std::string::npos) << rows;
  EXPECT_NE(rows.find("compare,cluster.easy_backfill,platform.hosts=8;policy.order=largest;transport"),
            std::string::npos)
      << rows;
  EXPECT_EQ(
      compare(small + "-d cluster.easy_backfill --set policy.order=submit --metric makespan -o set").status,
      0);
}

// A path, too, and two values with commas.
TEST_F(Labels, TheSavedScenarioGivesTheSameNumbers) {
  fs::copy_file(std::string(MALHA_SOURCE_FOLDER) + "/deployments/cluster.easy_backfill.xml",
                folder_ / "my.xml");
  ASSERT_EQ(compare(small +
                    "-d mine=./my.xml,policy.depth=2 -d ./my.xml --sweep platform.speeds='1e9,5e8 1e9' "
                    "--seeds 2 --save saved.xml --records metrics -o out")
                .status,
            0);
  const auto run = malha("run ./saved.xml --records metrics -o run");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const std::string metric : {"makespan", "mean_waiting_time", "p95_bounded_slowdown"}) {
    const auto compared = values("out", metric);
    EXPECT_EQ(compared.size(), 0u + values("run", metric).size());
    for (const std::string name : {"small", "mine", "my"})
      EXPECT_NE(text_of(folder_ / "run/runs.csv").find("saved," + name + ","), std::string::npos);
  }
  std::multiset<std::string> ours, saved;
  for (const auto& [where, value] : values("out", "mean_waiting_time"))
    ours.insert(value);
  for (const auto& [where, value] : values("run", "mean_waiting_time"))
    saved.insert(value);
  EXPECT_EQ(ours, saved);
}

TEST_F(Labels, RefusesWhatCannotBeOne) {
  EXPECT_EQ(refusal("-d cluster.fcfs -d cluster.fcfs"),
            "malha: -d cluster.fcfs: is given twice; valid: once, or with labels, such as a=cluster.fcfs\n");
  EXPECT_EQ(refusal("-d a=cluster.fcfs -d a=cluster.easy_backfill"),
            "malha: -d a=cluster.easy_backfill: another deployment is called 'a', too; valid: a label of its "
            "own\n");
  EXPECT_EQ(refusal("-d cluster.fcfs -d cluster.easy_backfill,policy.order=smallest"),
            "malha: -d cluster.easy_backfill,policy.order=smallest: has settings and no label; valid: "
            "LABEL=cluster.easy_backfill,policy.order=smallest, where the label is its name in results\n");
  EXPECT_EQ(refusal("-d cluster.fcfs -d small="),
            "malha: -d small=: names no deployment; valid: LABEL=DEPLOYMENT,KEY=VALUE\n");
  EXPECT_EQ(refusal("-d cluster.fcfs -d =cluster.fcfs"),
            "malha: -d =cluster.fcfs: its label is empty; valid: LABEL=DEPLOYMENT, or DEPLOYMENT alone\n");
  EXPECT_EQ(refusal("-d cluster.fcfs -d 'my small=cluster.fcfs'"),
            "malha: -d my small=cluster.fcfs: the label 'my small' cannot name a run; valid: a label without "
            "blanks, "
            "quotes, ';' and '\\', and without '-' at its begin\n");
  EXPECT_EQ(
      refusal("-d cluster.fcfs -d x=cluster.easy_backfill,policy.depth=1,policy.depth=2"),
      "malha: -d x=cluster.easy_backfill,policy.depth=1,policy.depth=2: sets policy.depth twice; valid: each "
      "setting once\n");
  EXPECT_EQ(
      refusal("-d cluster.fcfs -d x=cluster.fcfs,platform.hosts=4"),
      "malha: -d x=cluster.fcfs,platform.hosts=4: platform.hosts is a setting of the platform, which is the "
      "same for all deployments; valid: --set platform.hosts=4, or settings that the deployment declares\n");
  EXPECT_EQ(
      refusal("-d cluster.fcfs -d x=cluster.fcfs,max_time=4"),
      "malha: -d x=cluster.fcfs,max_time=4: max_time is a setting of the run, which is the same for all "
      "deployments; valid: --set max_time=4, or settings that the deployment declares\n");
  EXPECT_EQ(refusal("-d cluster.fcfs -d cluster.easy_backfill --against small"),
            "malha: compare: --against small: no deployment has this name; valid: cluster.fcfs, "
            "cluster.easy_backfill\n");
  const auto unknown = refusal("-d cluster.fcfs -d x=cluster.easy_backfill,policy.dept=4");
  EXPECT_EQ(unknown.substr(0, unknown.find("; valid")),
            "malha: setting policy.dept=4: no actor of cluster.easy_backfill declares 'policy.dept'; did you "
            "mean policy.depth?");
  EXPECT_EQ(
      refusal("-d a=cluster.easy_backfill,policy.depth=1 -d b=cluster.easy_backfill,policy.depth=2 --sweep "
              "policy.depth=1,2"),
      "malha: setting policy.depth=1: each deployment has a value of its own; valid: without it\n");
}

TEST(ReadDeploymentOption, TakesLabelsSettingsAndValuesWithCommas) {
  const auto plain = read_deployment_option("cluster.fcfs");
  EXPECT_EQ(plain.deployment + "|" + plain.label, "cluster.fcfs|");
  const auto alone = read_deployment_option("a=./my,own.xml");
  EXPECT_EQ(alone.deployment + "|" + alone.label, "./my,own.xml|a");
  const auto path = read_deployment_option("./a=b.xml"); // a label has no '/'
  EXPECT_EQ(path.deployment + "|" + path.label, "./a=b.xml|");
  const auto read = read_deployment_option("x=d,sizes=1,2,3,policy.order=smallest,text=a\\,b=c");
  EXPECT_EQ(read.deployment, "d");
  EXPECT_EQ(read.settings, (Settings{{"sizes", "1,2,3"}, {"policy.order", "smallest"}, {"text", "a,b=c"}}));
  const auto again = read_deployment_option(read.text());
  EXPECT_EQ(again.deployment, read.deployment);
  EXPECT_EQ(again.label, read.label);
  EXPECT_EQ(again.settings, read.settings);
}

TEST(NamesOf, NumbersFilesThatAreCalledAlike) {
  EXPECT_EQ(names_of({{"a/my.xml"}, {"b/my.xml"}, {"cluster.fcfs"}, {"cluster.fcfs", "f"}}),
            (std::vector<std::string>{"my", "my#2", "cluster.fcfs", "f"}));
}

} // namespace labels_test
} // namespace malha::testing
