// SPDX-License-Identifier: MIT
// What stays of a campaign: all its seeds, a summary of each cell, and what is needed to make a run again.
#include "campaign.hpp"
#include "results/files/history_file.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace malha::testing {
namespace kept_test {

namespace fs = std::filesystem;

std::vector<std::vector<std::string>> fields_of(const fs::path& file) {
  std::istringstream in(text_of(file));
  std::vector<std::vector<std::string>> rows;
  for (std::string row; std::getline(in, row);) {
    std::istringstream fields(row + ",");
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');)
      rows.back().push_back(field);
  }
  return rows;
}

class Kept : public Campaign {
protected:
  Kept() : Campaign(batch_scenario(2, 5, "metrics")) {}

  /// The scenario with another text in the place of its claim.
  void claim(const std::string& text) const {
    auto scenario = batch_scenario(2, 5, "metrics");
    const auto begin = scenario.find("  <claim");
    scenario.replace(begin, scenario.find("\n", begin) - begin, text);
    write_text(folder_ / "scenario.xml", scenario);
  }
};

// Two cells: 8 runs of 4 seeds, of which 4 are those of 2 seeds.
TEST_F(Kept, FewerSeedsShrinkNothing) {
  ASSERT_EQ(malha("run ./scenario.xml --seeds 4 -o out").status, 0);
  const auto before = results_below(folder_ / "out");
  const auto said = malha("run ./scenario.xml --seeds 2 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(results_below(folder_ / "out"), before);
  EXPECT_NE(said.out.find("\nresults in out, 8 of 8 runs were there already, 4 of them with seeds of an "
                          "earlier command\n"),
            std::string::npos)
      << said.out;
  EXPECT_EQ(malha("run ./scenario.xml -o out").status, 0);
  EXPECT_EQ(results_below(folder_ / "out"), before);
}

TEST_F(Kept, MoreSeedsAreAddedToThoseOfBefore) {
  ASSERT_EQ(malha("run ./scenario.xml --seeds 3 -o out").status, 0);
  const auto said = malha("run ./scenario.xml --seeds 4 -o out");
  EXPECT_NE(said.out.find("\nresults in out, 6 of 8 runs were there already\n"), std::string::npos)
      << said.out;
  ASSERT_EQ(malha("run ./scenario.xml --seeds 4 -o whole").status, 0);
  EXPECT_EQ(results_below(folder_ / "out"), results_below(folder_ / "whole"));
}

TEST_F(Kept, SeedsOfAnotherSetUpAreLeftOut) {
  ASSERT_EQ(malha("run ./scenario.xml --seeds 4 -o out").status, 0);
  write_text(folder_ / "scenario.xml", batch_scenario(2, 6, "metrics")); // one job more
  ASSERT_EQ(malha("run ./scenario.xml -o out").status, 0);
  ASSERT_EQ(malha("run ./scenario.xml -o new").status, 0);
  EXPECT_EQ(results_below(folder_ / "out"), results_below(folder_ / "new"));
}

TEST_F(Kept, AComparisonKeepsItsSeedsToo) {
  const std::string compare = "compare -p star -w rigid_jobs --set workload.jobs=5 -d cluster.fcfs -d "
                              "cluster.easy_backfill --records metrics -o out --seeds ";
  ASSERT_EQ(malha(compare + "3").status, 0);
  const auto before = results_below(folder_ / "out");
  const auto said = malha(compare + "1");
  EXPECT_EQ(results_below(folder_ / "out"), before);
  EXPECT_NE(said.out.find("6 of 6 runs were there already, 4 of them with seeds of an earlier command\n"),
            std::string::npos)
      << said.out;
}

// Student's t for two values a and b: the mean is (a + b) / 2, and half the interval 12.706 |a - b| / 2.
TEST_F(Kept, TheSummaryHasARowForEachCellAndMetric) {
  ASSERT_EQ(malha("run ./scenario.xml -o out").status, 0);
  const auto rows = fields_of(folder_ / "out/summary.csv");
  EXPECT_EQ(rows.front(), (std::vector<std::string>{"scenario", "run", "metric", "unit", "seeds", "mean",
                                                    "ci_low", "ci_high", "workload.interarrival"}));
  std::map<std::string, std::vector<double>> makespans;
  for (const auto& row : fields_of(folder_ / "out/runs.csv"))
    if (row[4] == "makespan")
      makespans[row[2]].push_back(std::stod(row[5]));
  ASSERT_EQ(makespans.size(), 2u);
  std::size_t found = 0;
  for (const auto& row : rows)
    if (row[2] == "makespan") {
      ++found;
      const auto& both = makespans.at("workload.interarrival=" + row[8]);
      ASSERT_EQ(both.size(), 2u);
      const double mean = (both[0] + both[1]) / 2;
      EXPECT_EQ(row[4], "2");
      EXPECT_DOUBLE_EQ(std::stod(row[5]), mean);
      EXPECT_NEAR(std::stod(row[7]) - mean, 12.706 * std::abs(both[0] - both[1]) / 2, 1e-4 * mean);
    }
  EXPECT_EQ(found, 2u);
}

TEST_F(Kept, AClaimForEachCellHasAVerdictForEach) {
  claim(
      R"(  <claim text="they take time" metric="makespan" each="workload.interarrival" cell="run=fcfs" at_least="1" source="s" where="w"/>)");
  const auto said = malha("run ./scenario.xml -o out");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto rows = fields_of(folder_ / "out/verdicts.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1][2], "workload.interarrival=300");
  EXPECT_EQ(rows[2][2], "workload.interarrival=600");
  const auto summary = fields_of(folder_ / "out/summary.csv");
  for (const auto& row : {rows[1], rows[2]}) {
    EXPECT_EQ(row[3], "they take time");
    // the source has a comma: "s, w"
    EXPECT_EQ(std::vector<std::string>(row.begin() + 10, row.begin() + 16),
              (std::vector<std::string>{"agrees", "\"s", " w\"", "makespan", "s", "2"}));
  }
  for (const auto& row : summary)
    if (row[2] == "makespan") {
      const auto& verdict = row[8] == "300" ? rows[1] : rows[2];
      EXPECT_EQ(verdict[5], row[5]);
      EXPECT_EQ(verdict[16], row[6]);
      EXPECT_EQ(verdict[17], row[7]);
    }
  EXPECT_NE(said.out.find("  claim agrees at interarrival=300: they take time\n"), std::string::npos)
      << said.out;
}

TEST_F(Kept, AClaimDoesNotFixWhatItGoesOver) {
  claim(
      R"(  <claim text="t" metric="makespan" each="workload.interarrival" cell="workload.interarrival=300" at_least="1" source="s" where="w"/>)");
  EXPECT_EQ(malha("run ./scenario.xml -o out").err,
            "malha: ./scenario.xml:12: gives 'workload.interarrival' a value, which 'each' goes over\n");
  claim(
      R"(  <claim text="t" metric="makespan" each="workload.jobs" cell="run=fcfs" at_least="1" source="s" where="w"/>)");
  EXPECT_EQ(malha("run ./scenario.xml -o out").err,
            "malha: ./scenario.xml:12: 'workload.jobs' is not varied here\n");
}

TEST_F(Kept, VersionsAndCommitAreThereWithoutRunFolders) {
  ASSERT_EQ(malha("run ./scenario.xml -o out").status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out/scenario"));
  const auto machine = nlohmann::json::parse(text_of(folder_ / "out/machine.json"));
  EXPECT_EQ(machine["malha"], MALHA_VERSION);
  EXPECT_EQ(machine["command"], "malha run ./scenario.xml -o out");
  EXPECT_EQ(machine["runs"], 4);
  EXPECT_TRUE(machine.contains("simgrid"));
  const std::string commit = machine["commit"];
  EXPECT_TRUE(commit.empty() || commit.size() == 40) << commit;
}

// The file gets another one in its place, and is not written over: a link to the old one keeps its text.
TEST_F(Kept, VersionsAndCommitAreWrittenWholeOrNotAtAll) {
  ASSERT_EQ(malha("run ./scenario.xml -o out").status, 0);
  const auto before = text_of(folder_ / "out/machine.json");
  fs::create_hard_link(folder_ / "out/machine.json", folder_ / "before.json");
  ASSERT_EQ(malha("run ./scenario.xml --seeds 3 -o out").status, 0);
  EXPECT_NE(text_of(folder_ / "out/machine.json"), before);
  EXPECT_EQ(text_of(folder_ / "before.json"), before);
  EXPECT_FALSE(fs::exists(folder_ / "out/machine.json.partial"));
}

class Rerun : public Kept {
protected:
  Rerun() {
    write_text(folder_ / "mine.xml", malha("platform star --set platform.hosts=8").out);
    const auto said = malha("simulate -p ./mine.xml -w rigid_jobs --set workload.jobs=20 -d cluster.fcfs "
                            "--seed 7 -o run");
    EXPECT_EQ(said.status, 0) << said.err;
  }
};

TEST_F(Rerun, GivesTheSameFiles) {
  const auto said =
      run_shell("cd / && \"$MALHA\" rerun '" + (folder_ / "run").string() + "'", folder_.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "the same: jobs.csv, resources.csv, messages.csv, schedule.csv, manifest.json\n");
}

TEST_F(Rerun, SaysWhichFileDiffersAndWhere) {
  auto jobs = text_of(folder_ / "run/jobs.csv");
  jobs[jobs.find('\n', jobs.find('\n') + 1) + 1] = 'x'; // the third line
  write_text(folder_ / "run/jobs.csv", jobs);
  const auto said = malha("rerun run");
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.out, "the same: resources.csv, messages.csv, schedule.csv, manifest.json\n"
                      "different: jobs.csv, first in line 3\n");
}

TEST_F(Rerun, RefusesOtherInputs) {
  write_text(folder_ / "mine.xml", malha("platform star --set platform.hosts=9").out);
  const auto said = malha("rerun run");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: run: cannot be repeated: these inputs have changed: platform; valid: the "
                      "inputs that its manifest.json names\n");
}

TEST_F(Rerun, NeedsARun) {
  EXPECT_EQ(malha("rerun nowhere").err,
            "malha: nowhere: holds no run; valid: a folder with manifest.json and machine.json\n");
  write_text(folder_ / "run/machine.json", "{}");
  EXPECT_EQ(malha("rerun run").err,
            "malha: run: its machine.json has no 'request', which says what was "
            "simulated; valid: a folder of simulate, run or compare of this version\n");
  write_text(folder_ / "run/machine.json", R"({"request": {"platform": 5}})");
  EXPECT_EQ(malha("rerun run").err, "malha: run/machine.json: 'request' is damaged\n");
}

TEST_F(Rerun, NeedsAManifest) {
  for (const std::string text : {"[1]", "5", "{", "", "null"}) {
    write_text(folder_ / "run/manifest.json", text);
    const auto said = malha("rerun run");
    EXPECT_EQ(said.status, 2) << text;
    EXPECT_EQ(said.err, "malha: run/manifest.json: is damaged; valid: the manifest that the run wrote\n")
        << text;
  }
}

TEST_F(Rerun, NamesAVersionThatTheManifestDoesNotSay) {
  auto manifest = nlohmann::json::parse(text_of(folder_ / "run/manifest.json"));
  manifest["malha"] = 5;
  write_text(folder_ / "run/manifest.json", manifest.dump());
  EXPECT_EQ(malha("rerun run").out.substr(0, 23), "made with malha ?, now ");
}

/// Runs of clusters that begin with the experiences of a file of the folder.
class RerunWithHistory : public Kept {
protected:
  RerunWithHistory() {
    write_text(folder_ / "h.csv", std::string(history_header) + "\n");
    fs::create_directory(folder_ / "elsewhere");
    fs::create_directory(folder_ / "sub");
  }
  const std::string options_ = " -p clusters -w nas_jobs --set platform.sizes=4,4 --set workload.jobs=4 "
                               "-d multicluster.tat --set history=h.csv ";

  Said elsewhere(const std::string& arguments) const {
    return run_shell("cd elsewhere && \"$MALHA\" " + arguments, folder_.path());
  }
};

TEST_F(RerunWithHistory, FindsTheFileFromAnyFolder) {
  auto said = malha("simulate" + options_ + "-o run");
  ASSERT_EQ(said.status, 0) << said.err;
  said = elsewhere("rerun ../run");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out.find("different"), std::string::npos) << said.out;
  fs::remove(folder_ / "h.csv");
  said = elsewhere("rerun ../run");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("there is no file '" + fs::canonical(folder_.path()).string() + "/h.csv'; valid: "),
            std::string::npos)
      << said.err;
}

TEST_F(RerunWithHistory, SavedComparisonFindsTheFileFromAnyFolder) {
  auto said = malha("compare" + options_ + "-d multicluster.ffit --seeds 1 --save sub/saved.xml -o out");
  ASSERT_EQ(said.status, 0) << said.err;
  said = elsewhere("run ../sub/saved.xml -o out");
  EXPECT_EQ(said.status, 0) << said.err;
}

TEST_F(Rerun, MakesARunOfACampaignAgain) {
  ASSERT_EQ(malha("run ./scenario.xml --records jobs -o out").status, 0);
  const auto said = malha("rerun out/scenario/fcfs/workload.interarrival=600/seed=1");
  EXPECT_EQ(said.status, 0) << said.err;
}

} // namespace kept_test
} // namespace malha::testing
