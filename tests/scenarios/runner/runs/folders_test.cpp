// SPDX-License-Identifier: MIT
// Where results go without -o, and what --overwrite replaces.
#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "scenarios/runner/campaign/store.hpp"
#include "tests/scenarios/runner/campaign/campaign.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace malha::testing {
namespace folders_test {

namespace fs = std::filesystem;

const std::string batch = "simulate -p star --set transport=instant -w rigid_jobs --set workload.jobs=10 -d ";
const std::string both = "compare -p star --set transport=instant -w rigid_jobs --set workload.jobs=10 -d "
                         "cluster.fcfs -d cluster.easy_backfill";

class OwnFolders : public Campaign {
protected:
  OwnFolders() : Campaign(batch_scenario(3, 20)) {}

  std::vector<std::string> folders() const {
    std::vector<std::string> names;
    std::error_code none_yet;
    for (const auto& entry : fs::directory_iterator(folder_ / "malha-out", none_yet))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  static std::string last_line(const std::string& text) {
    const auto end = text.find_last_not_of('\n');
    return text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
  }
};

using Names = std::vector<std::string>;

TEST_F(OwnFolders, AreNumberedAndCalledAfterTheCommand) {
  for (const std::string& command : {batch + "cluster.fcfs", batch + "cluster.easy_backfill", both}) {
    const auto said = malha(command);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(last_line(said.out), "results in malha-out/" + folders().back());
  }
  EXPECT_EQ(folders(),
            (Names{"001-simulate-cluster.fcfs-rigid_jobs", "002-simulate-cluster.easy_backfill-rigid_jobs",
                   "003-compare-cluster.fcfs-cluster.easy_backfill-rigid_jobs"}));
  EXPECT_EQ(malha("run ./scenario.xml").status, 0);
  EXPECT_EQ(folders().back(), "004-run-scenario");
}

// The greatest number counts, and not how many there are.
TEST_F(OwnFolders, HaveTheNumberBehindTheGreatest) {
  fs::create_directories(folder_ / "malha-out/041-something");
  fs::create_directories(folder_ / "malha-out/mine");
  EXPECT_EQ(malha(batch + "cluster.fcfs").status, 0);
  EXPECT_EQ(folders(), (Names{"041-something", "042-simulate-cluster.fcfs-rigid_jobs", "mine"}));
}

TEST_F(OwnFolders, AreNotMadeForACommandThatIsRefused) {
  write_text(folder_ / "bad.swf", "1 0 0 abc\n");
  EXPECT_EQ(malha("simulate -p star -d cluster.fcfs -w bad.swf").status, 2);
  EXPECT_EQ(malha("compare -p star -d cluster.fcfs -d cluster.easy_backfill -w bad.swf").status, 2);
  EXPECT_EQ(malha(batch + "cluster.fcsf").status, 2);
  EXPECT_EQ(folders(), Names{});
}

TEST_F(OwnFolders, OfTheSameCampaignAreOne) {
  const auto first = malha(both + " --seeds 2"), again = malha(both + " --seeds 2"),
             more = malha(both + " --seeds 3");
  EXPECT_EQ(last_line(first.out),
            "results in malha-out/001-compare-cluster.fcfs-cluster.easy_backfill-rigid_jobs");
  EXPECT_EQ(last_line(again.out), last_line(first.out) + ", 4 of 4 runs were there already");
  EXPECT_EQ(last_line(more.out),
            "results in malha-out/002-compare-cluster.fcfs-cluster.easy_backfill-rigid_jobs");
}

TEST_F(OwnFolders, OfACampaignThatWasKilledGoOn) {
  write_text(folder_ / "scenario.xml", batch_scenario(100, 200));
  const Started campaign({"run", "./scenario.xml", "-j", "1"}, folder_.path());
  const auto store = folder_ / "malha-out/001-run-scenario" / Store::file_name;
  const auto is_there_yet = [&] {
    try {
      return fs::exists(store) && Store(store.parent_path(), Store::Access::read).finished().size() >= 3;
    } catch (const InputError&) {
      return false;
    }
  };
  while (!is_there_yet())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  campaign.send(SIGKILL);
  campaign.wait();
  const auto said = malha("run ./scenario.xml");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("results in malha-out/001-run-scenario, "), std::string::npos) << said.out;
  EXPECT_NE(said.out.find(" of 200 runs were there already\n"), std::string::npos) << said.out;
  EXPECT_EQ(folders(), Names{"001-run-scenario"});
  EXPECT_FALSE(fs::exists(folder_ / "malha-out/001-run-scenario/progress.json"));
}

// Ten commands begin at once: each gets a folder, and no number is given twice.
TEST_F(OwnFolders, OfCommandsThatBeginAtOnceDiffer) {
  std::string line;
  for (int i = 0; i < 5; ++i)
    line += "$MALHA " + batch + "cluster.fcfs & $MALHA " + batch + "cluster.easy_backfill & ";
  EXPECT_EQ(run_shell(line + "wait", folder_.path()).status, 0);
  std::vector<std::string> numbers;
  for (const auto& name : folders()) {
    numbers.push_back(name.substr(0, 3));
    EXPECT_TRUE(is_there(folder_ / "malha-out" / name / "jobs.csv")) << name;
  }
  EXPECT_EQ(numbers, (Names{"001", "002", "003", "004", "005", "006", "007", "008", "009", "010"}));
}

TEST_F(OwnFolders, AreNamedByTheirValueAndNotByHowItIsWritten) {
  EXPECT_EQ(malha(batch + "cluster.fcfs --set max_time=20d -o out").status, 0);
  EXPECT_EQ(malha(batch + "cluster.fcfs --set max_time=1728e3 -o out").status, 0); // the same simulation
}

TEST_F(OwnFolders, AreReplacedWhereThatIsAsked) {
  const std::string other = both + " --seeds 2 -o out";
  EXPECT_EQ(malha(batch + "cluster.fcfs -o out").status, 0);
  EXPECT_EQ(
      malha(batch + "cluster.easy_backfill -o out").err,
      "malha: output folder out: holds results of another simulation, which differs in deployment; valid: "
      "another folder (-o), or --overwrite\n");
  EXPECT_EQ(malha(other).err,
            "malha: output folder out: holds something else than results of scenarios; valid: "
            "another folder (-o)\n");
  EXPECT_EQ(malha(other + " --overwrite").status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out/jobs.csv"));
  EXPECT_EQ(malha(batch + "cluster.easy_backfill -o out --overwrite").status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out" / Store::file_name));
  EXPECT_EQ(
      malha(batch + "cluster.fcfs --overwrite").err,
      "malha: simulate: --overwrite needs a folder; valid: with -o DIR; without -o every command gets a new "
      "folder\n");
}

TEST_F(OwnFolders, AreNeverReplacedWhereAFileIsForeign) {
  EXPECT_EQ(malha(batch + "cluster.fcfs -o out").status, 0);
  write_text(folder_ / "out/thesis.tex", "ten years of work");
  const auto before = results_below(folder_ / "out");
  EXPECT_EQ(
      malha(batch + "cluster.easy_backfill -o out --overwrite").err,
      "malha: --overwrite: out/thesis.tex is no file that Malha writes; valid: another folder (-o), or move "
      "the file away\n");
  EXPECT_EQ(results_below(folder_ / "out"), before);
  fs::create_directories(folder_ / "mine");
  fs::create_symlink(folder_ / "out/thesis.tex",
                     folder_ / "mine/jobs.csv"); // it has the name, and leads elsewhere
  EXPECT_EQ(malha(batch + "cluster.fcfs -o mine --overwrite").status, 2);
  EXPECT_EQ(text_of(folder_ / "out/thesis.tex"), "ten years of work");
}

// Nothing is removed for a command that cannot run.
TEST_F(OwnFolders, AreRefusedBehindTheInputs) {
  EXPECT_EQ(malha(batch + "cluster.fcfs -o out").status, 0);
  EXPECT_EQ(malha(both + " -o campaign").status, 0);
  const auto before = results_below(folder_.path());
  write_text(folder_ / "bad.swf", "1 0 0 abc 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  for (const std::string to : {"-o out", "-o campaign", "-o out --overwrite", "-o campaign --overwrite"})
    for (const std::string command :
         {"simulate -p star -d cluster.fcfs -w bad.swf ",
          "compare -p star -d cluster.fcfs -d cluster.easy_backfill -w bad.swf "}) {
      const auto said = malha(command + to);
      EXPECT_EQ(said.status, 2);
      EXPECT_NE(said.err.find("bad.swf:1: field 4"), std::string::npos) << command << to << said.err;
    }
  fs::remove(folder_ / "bad.swf");
  EXPECT_EQ(results_below(folder_.path()), before);
}

} // namespace folders_test
} // namespace malha::testing
