// SPDX-License-Identifier: MIT
// Campaigns as arrays of a real Slurm.
#include "cluster.hpp"
#include "scenarios/runner/campaign/shard_state.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace array_test {

namespace fs = std::filesystem;

/// 2100 runs: 6 policies, 5 variations, 5 heterogeneities, 14 seeds.
const std::string granularity = "gridts-granularity --set workload.mean=2500 --seeds 14";

class Array : public ::testing::Test {
protected:
  void SetUp() override {
    unsetenv("MALHA_PLUGIN_PATH");
    if (!Cluster::is_installed())
      GTEST_SKIP() << "there is no Slurm here; Debian's packages slurm-wlm and munge have it";
    cluster_.emplace();
  }

  Said malha(const std::string& arguments) const {
    return run_shell("\"$MALHA\" " + arguments, folder_.path());
  }
  /// The number of the array.
  std::string submit(const std::string& what) const {
    const auto said = malha("submit slurm " + what);
    EXPECT_EQ(said.status, 0) << said.err;
    const auto words = words_of(said.out); // "job 2: 8 tasks …"
    return words.size() > 1 ? words[1].substr(0, words[1].find(':')) : "";
  }
  fs::path shard(int number) const { return folder_ / "out/shards" / std::to_string(number); }
  /// What the tasks said, if anything went wrong.
  std::string task_logs() const {
    std::string text;
    for (const auto& entry : fs::directory_iterator(folder_ / "out/logs"))
      text += entry.path().filename().string() + ": " + text_of(entry.path());
    return text;
  }

  TemporaryFolder folder_;
  std::optional<Cluster> cluster_;
};

TEST_F(Array, OfEasyGridWritesWhatOneMachineWrites) {
  submit("easygrid --tasks 8 -o out");
  ASSERT_LE(malha("reproduce easygrid -o whole").status, 1);
  cluster_->wait_for_all();
  EXPECT_EQ(results_below(folder_ / "out/collected"), results_below(folder_ / "whole")) << task_logs();
  const auto status = malha("status out").out;
  EXPECT_NE(status.find("\n1-8    done "), std::string::npos) << status;
  EXPECT_NE(status.find("\nresults in "), std::string::npos) << status;
}

class DisturbedArray : public Array {
protected:
  /// Stops the process of a shard in the middle of its work: at least one run is in its store.
  TaskProcess stopped_in_mid_run(int number) {
    const auto log = shard(number) / "campaign.sqlite-wal";
    const auto has_ended = [&] {
      const auto state = shard_state_in(shard(number));
      return state && !state->ended.empty();
    };
    const auto size = [&] {
      std::error_code none_yet;
      const auto bytes = fs::file_size(log, none_yet);
      return none_yet ? 0 : bytes;
    };
    cluster_->wait_until([&] { return fs::exists(shard(number) / "shard.json"); });
    const auto before = size();
    cluster_->wait_until([&] { return size() > before || has_ended(); });
    const auto task = Cluster::task_on(shard(number));
    if (task.process > 1)
      kill(task.process, SIGSTOP);
    return task;
  }
  std::string node_of(const std::string& task) const {
    return words_of(run_shell("squeue -h -o %N -j " + task, "/").out).at(0);
  }
  std::string said_of_job(const std::string& task) const {
    return run_shell("scontrol show job " + task, "/").out;
  }
};

// Of eight tasks on four nodes the first four are caught in the middle. 1 and 2 are cancelled; the node of 3
// crashes, and Slurm puts the task back in its queue; 4 is put back by hand. So 1 and 2 are missing in the
// end.
TEST_F(DisturbedArray, LosesNothingAndIsCompleted) {
  const auto job = submit(granularity + " --tasks 8 -o out");
  std::vector<TaskProcess> tasks;
  for (int number = 1; number <= 4; ++number) {
    tasks.push_back(stopped_in_mid_run(number));
    ASSERT_GT(tasks.back().process, 1) << "shard " << number << " ended before it was caught";
  }
  const auto during = malha("status out").out;
  EXPECT_NE(during.find("\n4      running "), std::string::npos) << during;
  EXPECT_NE(during.find("\n5-8    waiting "), std::string::npos) << during;
  EXPECT_EQ(malha("submit slurm --missing -o out").out.rfind("no shard is missing", 0), 0u);

  cluster_->crash(node_of(job + "_3"), tasks[2]);
  run_shell("scancel " + job + "_1 " + job + "_2; scontrol requeue " + job + "_4", "/");
  const auto whole = malha("run " + granularity + " -o whole");
  ASSERT_LE(whole.status, 1) << whole.err;
  cluster_->wait_for_all();
  EXPECT_NE(said_of_job(job + "_3").find("Restarts=1"), std::string::npos) << said_of_job(job + "_3");
  EXPECT_NE(said_of_job(job + "_4").find("Restarts=1"), std::string::npos) << said_of_job(job + "_4");
  EXPECT_FALSE(fs::exists(folder_ / "out/collected/runs.csv"));
  const auto after = malha("status out").out;
  for (const std::string number : {"1", "2"}) {
    EXPECT_NE(after.find("\n" + number + "      missing "), std::string::npos) << after << task_logs();
    EXPECT_NE(after.find("\nshard " + number + ", task " + job + "_" + number + " on n"), std::string::npos)
        << after;
    const auto state = shard_state_in(shard(std::stoi(number)));
    ASSERT_TRUE(state);
    EXPECT_GE(state->done, 1u); // is kept
    EXPECT_LT(state->done, state->runs);
  }
  EXPECT_NE(after.find("\n3-8    done "), std::string::npos) << after;
  EXPECT_NE(after.find("\nnext: malha submit slurm --missing -o out\n"), std::string::npos) << after;

  const auto again = malha("submit slurm --missing -o out");
  EXPECT_NE(again.out.find(": 2 tasks "), std::string::npos) << again.out << again.err;
  cluster_->wait_for_all();
  EXPECT_EQ(results_below(folder_ / "out/collected"), results_below(folder_ / "whole")) << task_logs();
}

} // namespace array_test
} // namespace malha::testing
