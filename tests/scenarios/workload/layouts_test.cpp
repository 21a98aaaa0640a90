// SPDX-License-Identifier: MIT
// Files in the layouts of traces of today, which are made up, through the program: simulated as
// docs/workloads.md says, validated, written as SWF and simulated again.
#include "results/files/csv_reader.hpp"
#include "tests/support/names.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace layouts_test {

const std::string here = MALHA_SOURCE_FOLDER "/tests/scenarios/workload/";

struct Layout {
  std::string name;
  std::string file;
  std::string map; ///< as docs/workloads.md has it
  int hosts;
  std::string schedule; ///< "job:nodes:start-end" in order of start, then of numbers
  std::string notes;    ///< what the program says of reading the file, in the order of its lines
};

std::ostream& operator<<(std::ostream& out, const Layout& one) { return out << one.name; }

class LayoutOfToday : public ::testing::TestWithParam<Layout> {
protected:
  Said simulate(const std::string& workload, const std::string& out) const {
    return run_shell("$MALHA simulate -p star --set transport=instant --set platform.hosts=" +
                         std::to_string(GetParam().hosts) + " -d cluster.easy_backfill -w '" + workload +
                         "' -o " + out + " && $MALHA validate " + out,
                     folder_.path());
  }

  std::string schedule_in(const std::string& out) const {
    std::map<std::pair<double, std::int64_t>, std::string> starts;
    for (CsvReader jobs(folder_ / out / "jobs.csv"); jobs.next();)
      starts[{jobs.real("starting_time"), jobs.integer("job")}] =
          jobs.text("job") + ":" + jobs.text("requested_number_of_resources") + ":" +
          jobs.text("starting_time") + "-" + jobs.text("finish_time");
    std::string schedule;
    for (const auto& [start, text] : starts)
      schedule += (schedule.empty() ? "" : " ") + text;
    return schedule;
  }

  TemporaryFolder folder_;
};

TEST_P(LayoutOfToday, RunsAndIsValid) {
  const auto said = simulate(here + GetParam().file + "' --set '" + GetParam().map, "out");
  ASSERT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(schedule_in("out"), GetParam().schedule);
  std::string notes;
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("workload: ", 0) == 0)
      notes += line.substr(10) + "\n";
  EXPECT_EQ(notes, GetParam().notes);
  EXPECT_NE(said.out.find(", valid\n"), std::string::npos) << said.out;
}

TEST_P(LayoutOfToday, GivesTheSameScheduleAsSwf) {
  const auto converted =
      run_shell("$MALHA convert '" + here + GetParam().file + "' again.swf.gz --set '" + GetParam().map + "'",
                folder_.path());
  ASSERT_EQ(converted.status, 0) << converted.err;
  const auto said = simulate("again.swf.gz", "again");
  ASSERT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_EQ(schedule_in("again"), GetParam().schedule);
}

TEST_P(LayoutOfToday, IsDescribed) {
  EXPECT_NE(text_of(MALHA_SOURCE_FOLDER "/docs/workloads.md").find("--set " + GetParam().map + "\n"),
            std::string::npos)
      << GetParam().map;
}

// Frontier, 9408 nodes. Job 6 wants 9216 at 300, and must wait: 2500 + 128 + 4 are taken. By their limits,
// job 2 ends at 60 + 1800, job 1 at 7200, job 4 at 7380. With job 1 there are 9404 free, so that is when job
// 6 would start; jobs 7 and 8 fit on the 6776 free nodes and end before. Job 1 ends at 3600 in fact.
//
// PM100, 980 nodes, seconds from 8:00. Job 502 wants all nodes at 300, which job 501 leaves at 7200 by its
// limit. Job 503 would last longer. Job 505, submitted at 10:30 in a zone of +2 h, does not. Job 501 ends at
// 3600 in fact, 502 at 5400, and the others start then.
//
// Philly, seconds from 1:11:39: 1:12:09 to 6:53:12 two days later are 2 * 86400 + 20463 s; the third row
// comes at 1:19.
const std::vector<Layout> layouts{
    {"Frontier", "frontier-layout.swf", "workload.fields=nodes:21:NxC,job.gpus:19,job.soft_walltime:20", 9408,
     "1:2500:0-3600 2:128:60-960 4:4:180-7380 5:1:240-270 7:5267:360-480 8:64:420-2220 6:9216:3600-9000",
     "1 job, skipped: run time unknown\n"},
    {"PM100", "pm100-layout.csv",
     "workload.columns=job:job_id,submit:submit_time:date,run:run_time,nodes:num_nodes_alloc,limit:time_"
     "limit:"
     "min,user:user_id,queue:partition,state:job_state",
     980, "501:4:0-3600 505:16:1800-1900 502:980:3600-5400 503:1:5400-5415 506:2:5400-5550 507:512:5400-6000",
     "6 jobs, dates count from the first submission, 2020-05-01T08:00:00Z\n"
     "1 job, estimate from run time\n1 job, skipped: cancelled before it started\n"},
    {"Philly", "philly-layout.csv",
     "workload.columns=job:jobid,submit:submitted_time:date,start:start_time:date,end:end_time:date,nodes:"
     "gpus,"
     "user:user,queue:vc,state:status",
     16, "1:8:0-193263 3:1:441-2241",
     "2 jobs, date without a zone, read as UTC\n"
     "2 jobs, dates count from the first submission, 2017-10-07T01:11:39Z\n2 jobs, estimate from run time\n"
     "2 jobs, numbered by row, since an id is no number\n2 jobs, skipped: run time unknown\n"},
};
INSTANTIATE_TEST_SUITE_P(Of, LayoutOfToday, ::testing::ValuesIn(layouts), ByValue());

} // namespace layouts_test
} // namespace malha::testing
