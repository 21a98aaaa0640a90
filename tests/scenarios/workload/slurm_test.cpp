// SPDX-License-Identifier: MIT
// What sacct prints, read as docs/workloads.md says.
#include "reading.hpp"
#include "results/files/csv_reader.hpp"

namespace malha::testing {
namespace slurm_test {

using Names = std::vector<std::string>;
using Slurm = Reading;

const std::string here = MALHA_SOURCE_FOLDER "/tests/scenarios/workload/";
const std::string map =
    "workload.columns=job:JobIDRaw,submit:Submit:date,run:ElapsedRaw,nodes:NNodes,limit:TimelimitRaw:min,"
    "user:User,queue:Partition,state:State";

// The first eleven rows are what Slurm 22.05 printed of jobs on four nodes, three of which are an array; the
// others are made up. All of the eleven come at 0. Jobs 1, 2 and 3 take the four nodes; job 5 gets that of
// job 2 at 2, job 6 that of job 1 at 3, and so on. Job 13 needs all of them at 12, which is when job 9 leaves
// the last one. Jobs 12, 14 and 15 did not run, or still do.
TEST_F(Slurm, TheLogOfAClusterIsReplayed) {
  const auto said =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 --set transport=instant -d "
                "cluster.easy_backfill -w '" +
                    here + "sacct-layout.csv' --set '" + map + "' -o out && \"$MALHA\" validate out",
                folder_.path());
  ASSERT_EQ(said.status, 0) << said.out << said.err;
  std::map<std::pair<double, std::int64_t>, std::string> starts;
  for (CsvReader jobs(folder_ / "out/jobs.csv"); jobs.next();)
    starts[{jobs.real("starting_time"), jobs.integer("job")}] =
        jobs.text("job") + ":" + jobs.text("starting_time") + "-" + jobs.text("finish_time");
  std::string schedule;
  for (const auto& [start, text] : starts)
    schedule += (schedule.empty() ? "" : " ") + text;
  EXPECT_EQ(schedule,
            "1:0-3 2:0-2 3:0-4 5:2-4 6:3-5 7:4-6 8:4-6 9:4-12 10:5-7 4:6-8 11:6-8 13:12-17 16:17-19");
  for (const auto* note : {"13 jobs, cells between delimiters found in the header: pipe",
                           "13 jobs, date without a zone, read as UTC",
                           "13 jobs, dates count from the first submission, 2026-11-25T11:15:19Z",
                           "2 jobs, estimate from run time", "1 job, skipped: cancelled before it started",
                           "1 job, skipped: never started", "1 job, skipped: still running"})
    EXPECT_NE(said.out.find("workload: " + std::string(note) + "\n"), std::string::npos) << note << said.out;
}

TEST_F(Slurm, TheLogOfAClusterIsDescribed) {
  const auto text = text_of(MALHA_SOURCE_FOLDER "/docs/workloads.md");
  EXPECT_NE(text.find("--set " + map + "\n"), std::string::npos);
  const auto file = text_of(here + "sacct-layout.csv");
  std::string columns = file.substr(0, file.find('\n'));
  std::replace(columns.begin(), columns.end(), '|', ',');
  EXPECT_NE(text.find(" -P -o " + columns + " > "), std::string::npos) << columns;
}

TEST_F(Slurm, LimitsMayBeNone) {
  std::string text = "submit,run,nodes,limit,raw\n";
  for (const std::string limit : {"Partition_Limit", "UNLIMITED", "INFINITE", "4294967294", "4294967295"})
    text += "0,90,1," + limit + "," + limit + "\n";
  text += "0,90,1,00:01:00,1\n";
  const std::string plain = "submit:submit,run:run,nodes:nodes,";
  for (const std::string form : {"limit:limit:hms", "limit:raw:min", "limit:raw:h"}) {
    const auto found = read("a.csv", text, {{"columns", plain + form}});
    EXPECT_EQ(texts(found.notes).front(), "estimate from run time: 5") << form;
    EXPECT_EQ(found.jobs.at(0).walltime, 90) << form;
    EXPECT_EQ(found.jobs.at(5).walltime, form == "limit:raw:h" ? 3600 : 60) << form;
  }
  const std::string line = " 0 -1 90 1 -1 -1 1 "; // of SWF, in seconds
  const auto swf = read("a.swf", "1" + line + "4294967295 -1 1 1 1 1 1 1 -1 -1\n2" + line +
                                     "257698037700 -1 1 1 1 1 1 1 -1 -1\n");
  EXPECT_EQ(texts(swf.notes), (Names{"estimate from run time: 2"}));
}

TEST_F(Slurm, TimesMayHaveHoursMinutesAndSeconds) {
  const auto found = read("a.csv", "submit,run,nodes,limit\n0,00:40:00,1,1-00:00:00\n1,00:30.5,1,01:00\n",
                          {{"columns", "submit:submit,run:run:hms,nodes:nodes,limit:limit:hms"}});
  EXPECT_EQ(found.jobs.at(0).tasks.front().length, 2400);
  EXPECT_EQ(found.jobs.at(0).walltime, 86400);
  EXPECT_EQ(found.jobs.at(1).tasks.front().length, 30.5);
  EXPECT_EQ(found.jobs.at(1).walltime, 60);
  EXPECT_EQ(
      refusal("a.csv", "submit,run,nodes\n0,40,1\n", {{"columns", "submit:submit,run:run:hms,nodes:nodes"}}),
      ":2: column 'run' (run) is '40'; valid: a time such as 1-06:30:00, 06:30:00 or 30:00, below "
      "253402300800 s; forms of run: s, ms, min, h, hms" +
          or_skip);
}

// Without -X sacct prints the steps of a job below it. HTCondor's 17.0 and 17.1 are jobs, as there is no 17.
TEST_F(Slurm, StepsOfAJobAreSkipped) {
  const std::map<std::string, std::string> columns{
      {"columns", "job:JobID,submit:Submit,run:Elapsed:hms,nodes:NNodes"}};
  const auto found = read("a.csv",
                          "JobID|Submit|Elapsed|NNodes\n17|0|00:01:00|4\n17.batch|0|00:01:00|1\n"
                          "17.0|3|00:00:50|4\n4_1|5|00:00:02|1\n4_1.extern|5|00:00:02|1\n4_10|5|00:00:02|1\n",
                          columns);
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[1].metadata, "id=4_1");
  EXPECT_EQ(found.jobs[2].metadata, "id=4_10");
  EXPECT_EQ(texts(found.notes).front(), "skipped: step of a job: 3");
  EXPECT_EQ(read("b.csv", "JobID,Submit,Elapsed,NNodes\n17.0,0,00:01:00,4\n17.1,0,00:01:00,1\n", columns)
                .jobs.size(),
            2u);
}

// A start of 0 or Unknown says that there was none.
TEST_F(Slurm, WhatNeverStartedIsSkipped) {
  const auto found =
      read("a.csv",
           "submit,start,end,nodes,state\n1300000000,0,1300000005,1,4\n"
           "1300000001,Unknown,Unknown,1,PENDING\n1300000002,1300000003,0,1,1\n"
           "1300000003,1300000003,1300000009,1,COMPLETED\n",
           {{"columns", "submit:submit:epoch,start:start:epoch,end:end:epoch,nodes:nodes,state:state"}});
  ASSERT_EQ(found.jobs.size(), 1u);
  EXPECT_EQ(found.jobs[0].tasks.front().length, 6);
  EXPECT_EQ(texts(found.notes), (Names{"skipped: run time unknown: 2", "skipped: never started: 1",
                                       "state read as a number of Slurm: 2",
                                       "dates count from the first submission, 2011-03-13T07:06:43Z: 1",
                                       "estimate from run time: 1"}));
}

TEST_F(Slurm, StatesThatAreNoneAreRefused) {
  const std::string text = "submit,run,nodes,state\n0,1,1,99\n", plain = "submit:submit,run:run,nodes:nodes,";
  EXPECT_EQ(
      refusal("a.csv", text, {{"columns", plain + "state:state"}}),
      ":2: column 'state' (state) is '99'; valid: a word, or a number of Slurm, whose lowest byte is from "
      "0 (pending) to 11; forms of state: slurm, swf" +
          or_skip);
  EXPECT_EQ(refusal("a.csv", text, {{"columns", plain + "state:state:swf"}}),
            ":2: column 'state' (state) is '99'; valid: a word, or a number of SWF, from -1 (unknown) to 5 "
            "(cancelled); forms of state: slurm, swf" +
                or_skip);
}

} // namespace slurm_test
} // namespace malha::testing
