// SPDX-License-Identifier: MIT
// What status says of a submission, and how what was lost is made.
#include "results/files/table.hpp"
#include "scenarios/runner/campaign/shard_state.hpp"
#include "submission.hpp"

#include <regex>
#include <thread>

namespace malha::testing {
namespace status_test {

namespace fs = std::filesystem;

// Of four shards 1 is done, 2 waits, 3 is gone from the queue, and 4 never began although nobody waits for
// it: the array was cut short.
TEST_F(Submission, IsLookedAtShardByShard) {
  ASSERT_EQ(submit().status, 0);
  run_shard(1);
  run_shard(3);
  auto state = text_of(folder_ / "out/shards/3/shard.json");
  for (const auto& [from, to] : {std::pair("\"done\": 10", "\"done\": 6"),
                                 std::pair("every run was tried", "it was interrupted by signal 15")})
    state.replace(state.find(from), std::string(from).size(), to);
  write_text(folder_ / "out/shards/3/shard.json", state);
  write_text(folder_ / "queue", "2|PENDING||Priority\n");
  const auto said = slurm_malha("status out");
  EXPECT_EQ(said.status, 0) << said.err;
  for (const std::string part :
       {"\n1      done       10    10       0        0        7_1   ",
        "\n2      waiting    10     0       0       10   1 s  7_2",
        "\n3      missing    10     6       0        4        7_3   ",
        "\n4      missing    10     0       0       10        7_4",
        "\n16 of 40 runs are done, 0 failed, 24 are missing\n", ": it was interrupted by signal 15\n",
        "\nshard 4, task 7_4: no run of it has started\n", "\nnext: malha submit slurm --missing -o out\n"})
    EXPECT_NE(said.out.find(part), std::string::npos) << part << '\n' << said.out;
  const auto again = slurm_malha("submit slurm --missing -o out");
  EXPECT_NE(text_of(folder_ / "out/array.sh").find("\n#SBATCH --array=3-4\n"), std::string::npos)
      << again.err;
}

// A page of a thousand shards is a table that fits the terminal.
TEST_F(Submission, IsATableOfEightyColumns) {
  write_text(folder_ / "many.xml", batch_scenario(1000, 10, "metrics"));
  ASSERT_EQ(slurm_malha("submit slurm ./many.xml --tasks 1000 -o out").status, 0);
  std::string queue;
  for (int i = 1; i <= 1000; ++i)
    queue += std::to_string(i) +
             (i % 7 == 0 ? "|RUNNING|cluster-node-" + std::to_string(i) + "|None\n" : "|PENDING||Priority\n");
  write_text(folder_ / "queue", queue);
  std::istringstream lines(slurm_malha("status out").out);
  int number = 0;
  for (std::string line; std::getline(lines, line); ++number)
    EXPECT_LE(columns_of(line), terminal_width) << line;
  EXPECT_LT(number, 70);
}

TEST_F(Submission, OfTwoBuildsIsMadeAgain) {
  ASSERT_EQ(submit().status, 0);
  for (const int number : {1, 2, 3, 4})
    run_shard(number);
  auto state = text_of(folder_ / "out/shards/2/shard.json");
  state = std::regex_replace(state, std::regex("\"campaign\": \"........"), "\"campaign\": \"00000000");
  write_text(folder_ / "out/shards/2/shard.json", state);
  const auto said = slurm_malha("status out").out;
  EXPECT_NE(said.find("\n2      outdated "), std::string::npos) << said;
  EXPECT_NE(in_one_line(said).find("shard 2, task 7_2 on "), std::string::npos) << said;
  EXPECT_NE(
      in_one_line(said).find(": made by another build of Malha than the submission, or from other inputs"),
      std::string::npos)
      << said;
  EXPECT_NE(said.find("\nnext: malha submit slurm --missing --again -o out\n"), std::string::npos) << said;
  EXPECT_NE(slurm_malha("submit slurm --missing --again -o out").out.find(": 1 task "), std::string::npos);
  EXPECT_NE(text_of(folder_ / "out/array.sh").find("\n#SBATCH --array=2\n"), std::string::npos);
}

// Three of four shards are done and were collected when the scenario changes: ten jobs become twelve. 30 runs
// are made again, since --again says so, and what was collected before gives way.
TEST_F(Submission, OfChangedInputsIsMadeAgain) {
  ASSERT_EQ(submit().status, 0);
  for (const int number : {1, 2, 3})
    run_shard(number);
  EXPECT_EQ(run_shell("sh out/collect.sh", folder_.path()).status, 2); // ten runs are missing
  ASSERT_TRUE(fs::exists(folder_ / "out/collected/campaign.sqlite"));
  write_text(folder_ / "scenario.xml", batch_scenario(20, 12, "metrics"));
  expect_refused(
      slurm_malha("submit slurm --missing -o out"),
      "submit: 3 shards have 30 finished runs of another build of Malha, or of other inputs, which "
      "would be made again; valid: --again to make them again, or the build and the inputs that they "
      "were made with");
  const auto again = slurm_malha("submit slurm --missing --again -o out");
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_NE(in_one_line(again.err).find("submit: 3 shards have 30 finished runs "), std::string::npos)
      << again.err;
  EXPECT_NE(text_of(folder_ / "out/array.sh").find("\n#SBATCH --array=1-4\n"), std::string::npos);
  for (const int number : {1, 2, 3, 4})
    run_shard(number);
  const auto collected = run_shell("sh out/collect.sh", folder_.path());
  EXPECT_EQ(collected.status, 0) << collected.err;
  EXPECT_NE(in_one_line(collected.err).find(" it is made again "), std::string::npos) << collected.err;
  run_into("whole");
  EXPECT_EQ(results_below(folder_ / "out/collected"), results_below(folder_ / "whole"));
}

// The lines that status prints do it: the folder of plugins is known from the submission.
TEST_F(Submission, KnowsItsPlugins) {
  fs::create_directory(folder_ / "plugins");
  fs::copy_file(fs::path(MALHA_TEST_PLUGIN_FOLDER) / "parts/one_job.so", folder_ / "plugins/one_job.so");
  write_text(folder_ / "scenario.xml", R"(<?xml version="1.0"?>
<scenario records="metrics">
  <question>How long does the job take?</question>
  <platform name="star"/>
  <workload name="one_job"/>
  <seeds vary="nothing"/>
  <set key="platform.hosts" value="4"/>
  <vary key="workload.work" values="1e9 2e9"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <measure metric="makespan"/>
  <claim text="jobs take time" metric="makespan" cell="workload.work=2e9" at_least="0" source="arithmetic" where="-"/>
</scenario>
)");
  ASSERT_EQ(submit("--tasks 2 --plugin-path plugins").status, 0);
  const auto missing = slurm_malha("submit slurm --missing -o out");
  EXPECT_EQ(missing.status, 0) << missing.err;
  EXPECT_EQ(slurm_malha("submit slurm --missing -o out --plugin-path ./plugins").status, 0);
  const auto script = text_of(folder_ / "out/array.sh");
  const std::string option = " --plugin-path " + (folder_ / "plugins").string() + " ";
  EXPECT_NE(script.find(option), std::string::npos) << script;
  EXPECT_EQ(script.find(option), script.rfind(option)) << script;
  const auto tasks =
      run_shell("for i in 1 2; do SLURM_ARRAY_TASK_ID=$i sh out/array.sh || exit 3; done", folder_.path());
  ASSERT_EQ(tasks.status, 0) << tasks.err;
  const auto collected = malha("collect out -o out/collected");
  EXPECT_EQ(collected.status, 0) << collected.err;
}

// Who is at work is seen from the lock of the folder, or from the beats of its shard.json, wherever the
// clocks stand: the file is of the year 2001 each time. The first beat that is heard is enough, however long
// one would wait for it.
TEST_F(Submission, IsAtWorkWhateverTheClocksSay) {
  ASSERT_EQ(submit().status, 0);
  run_shard(2);
  auto state = text_of(folder_ / "out/shards/2/shard.json");
  for (const auto& [from, to] :
       {std::pair("\"done\": 10", "\"done\": 6"), std::pair("every run was tried", "")})
    state.replace(state.find(from), std::string(from).size(), to);
  const auto place = folder_ / "out/shards/2/shard.json";
  fs::remove(folder_ / "out/shards/2/campaign.sqlite"); // as on a machine that cannot see it yet
  write_text(place, state);
  script("squeue", "exit 1");
  const auto beats = [&](const std::string& script, const std::string& patience) {
    return run_shell("touch -d 2001-01-01 out/shards/2/shard.json; " + script +
                         " PATH=\"$PWD/slurm:$PATH\" \"$MALHA\" status out --patience " + patience,
                     folder_.path())
        .out;
  };
  const auto silent = beats("", "0.2");
  EXPECT_NE(silent.find("\n2      missing "), std::string::npos) << silent;
  const auto alive =
      beats("(i=100; while sed -i \"s/\\\"beat\\\": [0-9]*/\\\"beat\\\": $i/\" out/shards/2/shard.json; do "
            "touch -d 2001-01-01 out/shards/2/shard.json; i=$((i + 1)); sleep 1; done) & beater=$!; "
            "trap 'kill $beater' EXIT;",
            "600");
  EXPECT_NE(alive.find("\n2      running "), std::string::npos) << alive;
}

TEST_F(Submission, HasOneWriterAShard) {
  const Started first(
      {"run", "./scenario.xml", "--shard", "1/2", "-j", "1", "--set", "workload.jobs=20000", "-o", "part"},
      folder_.path());
  while (!fs::exists(folder_ / "part/shard.json")) {
    ASSERT_FALSE(first.has_ended());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const auto second = malha("run ./scenario.xml --shard 1/2 -j 1 --set workload.jobs=20000 -o part");
  EXPECT_EQ(second.status, 2) << second.out;
  EXPECT_NE(second.err.find("part: "), std::string::npos) << second.err;
  const auto said = malha("status part").out;
  EXPECT_NE(said.find("\npart   running "), std::string::npos) << said;
  first.send(SIGTERM);
  EXPECT_EQ(first.wait().status, 128 + SIGTERM);
  const auto state = shard_state_in(folder_ / "part");
  ASSERT_TRUE(state);
  EXPECT_EQ(state->ended, "it was interrupted by signal 15");
  EXPECT_EQ(state->failed, 0u);
}

// A run leaves some 20 KiB: 40 of them do not fit into 400 KiB. Once there is room, the shard goes on.
TEST_F(Submission, GoesOnWhenThereIsRoomAgain) {
  const auto said = run_shell(
      "mkdir -p out && unshare --user --map-root-user --mount sh -c '"
      "mount -t tmpfs -o size=400k none out || exit 77\n"
      "export PATH=\"$PWD/slurm:$PATH\"\n"
      "\"$MALHA\" submit slurm ./scenario.xml -o out --records jobs >/dev/null || exit 3\n"
      "SLURM_ARRAY_TASK_ID=1 sh out/array.sh 2>full; echo status $?\n"
      "\"$MALHA\" status out\n"
      "mount -o remount,size=30m out; SLURM_ARRAY_TASK_ID=1 sh out/array.sh && sh out/collect.sh >/dev/null\n"
      "\"$MALHA\" status out; cp -r out/collected kept'",
      folder_.path());
  if (said.status == 77)
    GTEST_SKIP() << "no file system may be mounted here";
  EXPECT_EQ(said.out.rfind("status 5\n", 0), 0u) << said.out << said.err;
  EXPECT_NE(said.out.find("\n1      missing "), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("\nnext: malha submit slurm --missing -o out\n"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("\n1      done "), std::string::npos) << said.out;
  EXPECT_NE(text_of(folder_ / "full").find("and the same command continues from there\n"), std::string::npos);
  const auto whole = malha("run ./scenario.xml --records jobs -o whole");
  EXPECT_EQ(results_below(folder_ / "kept"), results_below(folder_ / "whole"));
}

} // namespace status_test
} // namespace malha::testing
