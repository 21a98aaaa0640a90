// SPDX-License-Identifier: MIT
// What submit and status say where there is no Slurm, or one that refuses. A Slurm of shell scripts stands in
// for it.
#include "results/table.hpp"
#include "scenarios/campaign/shard_state.hpp"
#include "tests/campaigns/campaign.hpp"

#include <algorithm>
#include <regex>
#include <thread>

namespace malha::testing {
namespace submit_test {

namespace fs = std::filesystem;

/// 40 runs: 20 seeds of two cells.
class Submission : public Campaign {
protected:
  Submission() : Campaign(batch_scenario(20, 10, "metrics")) {
    fs::create_directory(folder_ / "slurm");
    script("sbatch", "case $1 in --version) echo slurm 19.05;; *) echo \"$@\" >> calls; echo 7;; esac");
    script("scontrol", "echo 'MaxArraySize            = 1001'");
    script("squeue",
           "cat queue 2>/dev/null || { echo 'slurm_load_jobs error: Invalid job id specified'; exit 1; }");
  }

  /// A program of Slurm.
  void script(const std::string& name, const std::string& text) const {
    write_text(folder_ / "slurm" / name, "#!/bin/sh\n" + text + "\n");
    fs::permissions(folder_ / "slurm" / name, fs::perms::owner_all);
  }
  Said slurm_malha(const std::string& arguments) const {
    return run_shell("PATH=\"$PWD/slurm:$PATH\" \"$MALHA\" " + arguments, folder_.path());
  }
  Said submit(const std::string& more = "--tasks 4") const {
    return slurm_malha("submit slurm ./scenario.xml -o out " + more);
  }
  void run_shard(int number) const {
    const auto i = std::to_string(number);
    const auto said =
        malha("run ./scenario.xml --shard " + i + "/4 --costs out/costs.csv -o out/shards/" + i);
    ASSERT_EQ(said.status, 0) << said.err;
  }
  void expect_refused(const Said& said, const std::string& message) const {
    EXPECT_EQ(said.status, 2) << said.out;
    EXPECT_EQ(said.err, "malha: " + message + "\n");
  }
  void expect_nothing_left() const { EXPECT_FALSE(fs::exists(folder_ / "out")); }
};

TEST_F(Submission, IsAnArrayAndAJobThatCollects) {
  const auto said = submit("--tasks 4 --time 00:30:00 --partition short -- --account=physics");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("job 7: 4 tasks of at most about 1 s, 40 runs in all\n"), std::string::npos)
      << said.out;
  const auto out = (folder_ / "out").string();
  EXPECT_EQ(text_of(folder_ / "calls"),
            "--parsable --account=physics " + out +
                "/array.sh\n--parsable --account=physics --dependency=afterany:7 " + out + "/collect.sh\n");
  const auto script = text_of(folder_ / "out/array.sh");
  for (const std::string line :
       {"\n#SBATCH --array=1-4\n", "\n#SBATCH --cpus-per-task=1\n", "\n#SBATCH --time=00:30:00\n",
        "\n#SBATCH --partition=short\n", "\n#SBATCH --requeue\n", "\n#SBATCH --signal=B:TERM@60\n"})
    EXPECT_NE(script.find(line), std::string::npos) << line << script;
  EXPECT_NE(script.find(" --shard array/4 -o " + out + "/shards/\"$SLURM_ARRAY_TASK_ID\"\n"),
            std::string::npos)
      << script;
}

// The script is run as Slurm runs it, a task after the other, and then the one that collects.
TEST_F(Submission, HasScriptsThatDoIt) {
  ASSERT_EQ(submit().status, 0);
  const auto said = run_shell("for i in 1 2 3 4; do SLURM_ARRAY_TASK_ID=$i sh out/array.sh || exit 3; done; "
                              "sh out/collect.sh",
                              folder_.path());
  EXPECT_EQ(said.status, 0) << said.err;
  run_into("whole");
  EXPECT_EQ(results_below(folder_ / "out/collected"), results_below(folder_ / "whole"));
}

TEST_F(Submission, IsPrintedAndNotMadeUnderDryRun) {
  const auto said = submit("--tasks 4 --dry-run");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out.rfind("#!/bin/sh\n", 0), 0u) << said.out;
  EXPECT_NE(said.out.find(" collect "), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "calls"));
  expect_nothing_left();
}

TEST_F(Submission, IsACommandAShardForOtherEngines) {
  const auto said =
      run_shell("PATH=/nowhere \"$MALHA\" submit slurm ./scenario.xml --tasks 4 -o out --print commands "
                "> lines && sh lines > said",
                folder_.path());
  ASSERT_EQ(said.status, 0) << said.err;
  const auto lines = text_of(folder_ / "lines");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 4);
  const auto status = malha("status out");
  EXPECT_NE(status.out.find("\n1-4    done     40    40       0        0 "), std::string::npos) << status.out;
  EXPECT_NE(status.out.find("\nnext: malha collect out -o out/collected"), std::string::npos) << status.out;
  EXPECT_EQ(malha("collect out -o out/collected").status, 0);
  run_into("whole");
  EXPECT_EQ(results_below(folder_ / "out/collected"), results_below(folder_ / "whole"));
}

// 40 runs of milliseconds are no work for several tasks.
TEST_F(Submission, HasTasksOfHalfAnHour) {
  EXPECT_NE(submit("").out.find("job 7: 1 task of"), std::string::npos);
}

TEST_F(Submission, IsRefusedTwiceInOneFolder) {
  ASSERT_EQ(submit().status, 0);
  const auto before = text_of(folder_ / "out/submit.json");
  expect_refused(submit(),
                 "output folder " + (folder_ / "out").string() +
                     ": a campaign was submitted into it before; valid: malha status to look at it, "
                     "--missing to submit what was lost, or another folder");
  EXPECT_EQ(text_of(folder_ / "out/submit.json"), before);
}

TEST_F(Submission, NeedsSlurm) {
  const auto said = run_shell("PATH=/nowhere \"$MALHA\" submit slurm ./scenario.xml -o out", folder_.path());
  expect_refused(said,
                 "sbatch is not in PATH, so there is no Slurm here; valid: a login node of the cluster, "
                 "--dry-run to see the script, or --print commands for another engine");
  expect_nothing_left();
}

TEST_F(Submission, SaysWhySlurmRefuses) {
  script("sbatch",
         "[ $1 = --version ] && echo slurm 19.05 && exit; echo 'sbatch: error: invalid partition'; exit 1");
  expect_refused(submit(),
                 "sbatch (slurm 19.05) refuses array.sh: sbatch: error: invalid partition; valid: options "
                 "that this centre takes, behind --, or --dry-run to see the script");
  expect_nothing_left();
}

TEST_F(Submission, SaysWhatAnotherSbatchAnswers) {
  script("sbatch", "[ $1 = --version ] && echo slurm 2.0 && exit; echo 'Submitted batch job 12'");
  expect_refused(
      submit(),
      "sbatch (slurm 2.0) answers with no number of a job: Submitted batch job 12. The folder is kept, "
      "since a job may need it; valid: squeue to see whether something was submitted, then malha "
      "submit slurm --missing, or remove the folder");
  for (const std::string file : {"submit.json", "costs.csv", "array.sh", "logs", "shards"})
    EXPECT_TRUE(fs::exists(folder_ / "out" / file)) << file;
}

TEST_F(Submission, SaysWhenOnlyTheArrayWasTaken) {
  script("sbatch",
         "case \"$*\" in *collect.sh) echo 'sbatch: error: too many jobs'; exit 1;; *) echo 7;; esac");
  const auto said = submit();
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("malha: job 7 was submitted, but the job that collects was not: "),
            std::string::npos);
  EXPECT_NE(said.err.find("When the array is over: malha collect "), std::string::npos) << said.err;
  EXPECT_EQ(malha("submit slurm --missing -o out --dry-run").status, 0); // it is known as submitted
}

TEST_F(Submission, KeepsToTheLimitOfTheCentre) {
  script("scontrol", "echo 'MaxArraySize            = 4'");
  expect_refused(submit(),
                 "submit: --tasks cannot be 4: this centre takes arrays of at most 3 tasks (MaxArraySize); "
                 "valid: --tasks 3 or fewer, with longer tasks or a larger -j");
  EXPECT_EQ(submit("--tasks 3").status, 0);
}

TEST_F(Submission, IsOfKnownWords) {
  for (const auto& [more, message] : std::vector<std::pair<std::string, std::string>>{
           {"--tasks 41", "submit: --tasks cannot be 41; valid: from 1 to 40, the number of different runs"},
           {"--tasks x", "submit: --tasks cannot be x; valid: from 1 to 40, the number of different runs"},
           {"--print lines", "submit: --print cannot be lines; valid: commands"},
           {"--tasks 4 --again",
            "submit: --again says which shards --missing takes; valid: --missing --again"},
           {"--missing --tasks 4", "submit: --tasks cannot stand beside --missing, since the shards stay as "
                                   "they were submitted; valid: "
                                   "--missing alone, or a new submission into another folder"},
           {"--print commands --dry-run",
            "submit: --print cannot stand beside --dry-run; valid: one of them"},
           {"--print commands --time 1:00",
            "submit: --time is for Slurm, to which --print commands submits nothing; valid: --print commands "
            "without --time"},
           {"--print commands --partition p",
            "submit: --partition is for Slurm, to which --print commands submits nothing; valid: --print "
            "commands without --partition"},
           {"--print commands -- --qos=a", "submit: what stands behind -- is for sbatch, which --print "
                                           "commands does not call; valid: --print "
                                           "commands without --"},
           {"--time '1 h'", "submit: --time cannot be 1 h; valid: as sbatch takes it"},
           {"-- --array=1-9",
            "submit: --array=1-9 is set by malha submit itself; valid behind --: other options of "
            "sbatch, such as --account=NAME"}})
    expect_refused(submit(more), message);
  for (const std::string word :
       {"-a1-9", "-oX", "-dafterok:3", "-c8", "-Qa1-9", "--arr=1-9", "--cpus-per-task=8", "--wrap=true"})
    expect_refused(submit("-- " + word),
                   "submit: " + word +
                       " is set by malha submit itself; valid behind --: other options of sbatch, such as "
                       "--account=NAME");
  for (const std::string word : {"physics", "-", "--"})
    expect_refused(submit("-- --exclusive " + word),
                   "submit: '" + word +
                       "' behind -- is no option of sbatch; valid: each option with its value in one word, "
                       "such as --account=NAME");
  expect_nothing_left();
  expect_refused(malha("submit condor ./scenario.xml -o out"),
                 "submit: which engine? valid: malha submit slurm SCENARIO…; for others --print commands");
  expect_refused(malha("submit slurm --missing -o out"),
                 (folder_ / "out").string() +
                     ": nothing was submitted into it; valid: the folder (-o) of malha submit");
  expect_refused(malha("submit slurm ./scenario.xml -o 'my out'"),
                 "output folder " + (folder_ / "my out").string() +
                     ": a job script cannot name it; valid: letters, digits and _-+=.,:/@ in the whole path");
  expect_refused(malha("status"),
                 "status: which folders? valid: folders of malha submit, output folders of run --shard");
  expect_refused(malha("status slurm"),
                 "slurm: holds no campaign; valid: a folder of malha submit, or an output folder of run");
}

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
        "\nshard 4, task 7_4: no run of it ever began\n", "\nnext: malha submit slurm --missing -o out\n"})
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
  EXPECT_NE(in_one_line(collected.err).find(" it is made anew "), std::string::npos) << collected.err;
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
// clocks stand: the file is of the year 2001 each time.
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
  const auto beats = [&](const std::string& script) {
    return run_shell("touch -d 2001-01-01 out/shards/2/shard.json; " + script +
                         " PATH=\"$PWD/slurm:$PATH\" \"$MALHA\" status out",
                     folder_.path())
        .out;
  };
  const auto silent = beats("");
  EXPECT_NE(silent.find("\n2      missing "), std::string::npos) << silent;
  const auto alive =
      beats("(i=100; while sed -i \"s/\\\"beat\\\": [0-9]*/\\\"beat\\\": $i/\" out/shards/2/shard.json; do "
            "touch -d 2001-01-01 out/shards/2/shard.json; i=$((i + 1)); sleep 1; done) & beater=$!; "
            "trap 'kill $beater' EXIT;");
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
  EXPECT_NE(text_of(folder_ / "full").find("and the same command goes on from there\n"), std::string::npos);
  const auto whole = malha("run ./scenario.xml --records jobs -o whole");
  EXPECT_EQ(results_below(folder_ / "kept"), results_below(folder_ / "whole"));
}

/// The shards that tasks of an array take, from the environment.
class ArrayTask : public Campaign {
protected:
  ArrayTask() : Campaign(batch_scenario(2, 10, "metrics")) {}

  Said run(const std::string& environment, const std::string& shard = "array") const {
    return run_shell("env " + environment + " \"$MALHA\" run ./scenario.xml --shard " + shard + " -o out",
                     folder_.path());
  }
};

TEST_F(ArrayTask, IsAPlaceInItsArray) {
  const std::string four =
      "SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_ID=";
  EXPECT_EQ(run(four + "6").out,
            "shard 2 of 4: 1 of 4 runs are done in out; malha collect merges the shards\n");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=3", "array/4").out,
            "shard 3 of 4: 2 of 4 runs are done in out; malha collect merges the shards\n");
}

TEST_F(ArrayTask, SaysWhatIsMissing) {
  EXPECT_EQ(
      run("-u SLURM_ARRAY_TASK_ID").err,
      "malha: --shard array: SLURM_ARRAY_TASK_ID is not set, so this is no task of a Slurm array; valid: a "
      "script that sbatch --array starts, or --shard I/N\n");
  EXPECT_EQ(
      run("SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=3").err,
      "malha: --shard array: the array has 3 tasks from 1 to 7, with holes; valid: --shard array/N, where "
      "tasks "
      "are numbered from 1 to N\n");
  EXPECT_EQ(
      run("SLURM_ARRAY_TASK_ID=5", "array/4").err,
      "malha: run: --shard cannot be array/4 in task 5 of an array; valid: I/N with I from 1 to N, array, "
      "array/N\n");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=x", "array/4").err,
            "malha: --shard array: SLURM_ARRAY_TASK_ID is 'x', which is no number; valid: --shard I/N\n");
}

} // namespace submit_test
} // namespace malha::testing
