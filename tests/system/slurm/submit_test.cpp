// SPDX-License-Identifier: MIT
// What submit says and writes, also where there is no Slurm, or one that refuses.
#include "submission.hpp"

#include <algorithm>

namespace malha::testing {
namespace submit_test {

namespace fs = std::filesystem;

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
  expect_refused(submit(), "output folder " + (folder_ / "out").string() +
                               ": it has a submission already; valid: malha status to see its state, "
                               "--missing to submit what was lost, or another folder");
  EXPECT_EQ(text_of(folder_ / "out/submit.json"), before);
}

TEST_F(Submission, NeedsSlurm) {
  const auto said = run_shell("PATH=/nowhere \"$MALHA\" submit slurm ./scenario.xml -o out", folder_.path());
  expect_refused(said,
                 "sbatch is not in PATH: Slurm is not installed here; valid: a login node of the cluster, "
                 "--dry-run to see the script, or --print commands for another engine");
  expect_nothing_left();
}

TEST_F(Submission, SaysWhySlurmRefuses) {
  script("sbatch",
         "[ $1 = --version ] && echo slurm 19.05 && exit; echo 'sbatch: error: invalid partition'; exit 1");
  expect_refused(submit(),
                 "sbatch (slurm 19.05) refuses array.sh: sbatch: error: invalid partition; valid: options "
                 "that this centre takes, after --, or --dry-run to see the script");
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
           {"--tasks 4 --again", "submit: --again belongs to --missing; valid: --missing --again"},
           {"--missing --tasks 4",
            "submit: --tasks cannot be combined with --missing, since the shards stay as "
            "they were submitted; valid: "
            "--missing alone, or a new submission into another folder"},
           {"--print commands --dry-run",
            "submit: --print cannot be combined with --dry-run; valid: one of them"},
           {"--print commands --time 1:00",
            "submit: --time is for Slurm, to which --print commands submits nothing; valid: --print commands "
            "without --time"},
           {"--print commands --partition p",
            "submit: --partition is for Slurm, to which --print commands submits nothing; valid: --print "
            "commands without --partition"},
           {"--print commands -- --qos=a", "submit: words after -- are for sbatch, which --print "
                                           "commands does not call; valid: --print "
                                           "commands without --"},
           {"--time '1 h'", "submit: --time cannot be 1 h; valid: as sbatch takes it"},
           {"-- --array=1-9",
            "submit: --array=1-9 is set by malha submit itself; valid after --: other options of "
            "sbatch, such as --account=NAME"}})
    expect_refused(submit(more), message);
  for (const std::string word :
       {"-a1-9", "-oX", "-dafterok:3", "-c8", "-Qa1-9", "--arr=1-9", "--cpus-per-task=8", "--wrap=true"})
    expect_refused(submit("-- " + word),
                   "submit: " + word +
                       " is set by malha submit itself; valid after --: other options of sbatch, such as "
                       "--account=NAME");
  for (const std::string word : {"physics", "-", "--"})
    expect_refused(
        submit("-- --exclusive " + word),
        "submit: '" + word +
            "' after -- is not an option of sbatch; valid: each option with its value in one word, "
            "such as --account=NAME");
  expect_nothing_left();
  expect_refused(malha("submit condor ./scenario.xml -o out"),
                 "submit: missing engine; valid: malha submit slurm SCENARIO…; for others --print commands");
  expect_refused(malha("submit slurm --missing -o out"),
                 (folder_ / "out").string() + ": has no submission; valid: the folder (-o) of malha submit");
  expect_refused(malha("submit slurm ./scenario.xml -o 'my out'"),
                 "output folder " + (folder_ / "my out").string() +
                     ": a job script cannot name it; valid: letters, digits and _-+=.,:/@ in the whole path");
  expect_refused(malha("status"),
                 "status: missing folders; valid: folders of malha submit, output folders of run --shard");
  expect_refused(malha("status slurm"),
                 "slurm: holds no campaign; valid: a folder of malha submit, or an output folder of run");
}

} // namespace submit_test
} // namespace malha::testing
