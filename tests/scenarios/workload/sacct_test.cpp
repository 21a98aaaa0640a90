// SPDX-License-Identifier: MIT
// Jobs as sacct of Slurm prints them, read as docs/workloads.md says.
#include "reading.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/page_steps.hpp"

namespace malha::testing {
namespace sacct_test {

using Names = std::vector<std::string>;
using Counts = std::map<std::string, std::int64_t>;
constexpr Bytes megabyte = 1048576;

class Sacct : public Reading {
protected:
  Read read_rows(const std::string& rows, const std::map<std::string, std::string>& settings = {}) const {
    return read("a.sacct", header + rows, settings);
  }
  std::string refusal_of(const std::string& rows) const { return refusal("a.sacct", header + rows); }

  const std::string header = "JobID|JobIDRaw|JobName|User|Account|Partition|QOS|Submit|Eligible|Start|End|"
                             "ElapsedRaw|TimelimitRaw|State|ReqTRES|NNodes|NCPUS|Constraints|Reservation\n";
};

/// A row of ann's, in the columns of `header`, submitted and started at 10:00:00 and so many seconds.
std::string row(const std::string& id, int submit, int eligible, int start, int end,
                const std::string& more) {
  const auto date = [](int second) {
    return "2026-11-25T10:00:" + std::string(second < 10 ? "0" : "") + std::to_string(second);
  };
  return id + "|" + date(submit) + "|" + date(eligible) + "|" + date(start) + "|" + date(end) + "|" +
         std::to_string(end - start) + "|" + more + "\n";
}

// 2 nodes: 600 MB are 300 on each; 4 GPUs are 2; licences are of the whole job.
TEST_F(Sacct, SaysWhatAJobAskedFor) {
  const auto found = read_rows(row(
      "7|7|\"odd|ann|phys|long|high", 5, 5, 8, 20,
      "60|COMPLETED|billing=8,cpu=8,gres/gpu=4,gres/gpu:a100=4,license/lic=3,mem=600M,node=2|2|8|a100|res1"));
  ASSERT_EQ(found.jobs.size(), 1u);
  const auto& job = found.jobs[0];
  EXPECT_EQ(job.id, 7);
  EXPECT_EQ(job.submitted, 0);
  EXPECT_EQ(job.tasks.front().length, 12);
  EXPECT_EQ(job.tasks.front().resources, 2);
  EXPECT_EQ(job.walltime, 3600);
  EXPECT_EQ(job.user.str(), "ann");
  EXPECT_EQ(job.account.str(), "phys");
  EXPECT_EQ(job.partition.str(), "long");
  EXPECT_EQ(job.qos.str(), "high");
  EXPECT_EQ(job.name.str(), "\"odd");
  EXPECT_EQ(job.reservation.str(), "res1");
  ASSERT_NE(job.demands, nullptr);
  EXPECT_EQ(job.demands->memory, 300 * megabyte);
  EXPECT_EQ(job.demands->devices, (Counts{{"gpu:a100", 2}}));
  EXPECT_EQ(job.demands->licences, (Counts{{"lic", 3}}));
  EXPECT_EQ(job.metadata.str(),
            "account=phys;partition=long;qos=high;state=COMPLETED;job.constraints=a100;gres=gpu:a100:2");
  EXPECT_EQ(texts(found.notes), (Names{"ignored: constraints: 1", "date without a zone, read as UTC: 1",
                                       "dates count from the first submission, 2026-11-25T10:00:05Z: 1"}));
}

TEST_F(Sacct, MayHeedConstraints) {
  const auto heed = [&](const std::string& constraints) {
    return row("7|7|a|ann|||", 5, 5, 8, 20, "60|COMPLETED||2|8|" + constraints + "|");
  };
  const auto found = read_rows(heed("a100&ssd"), {{"constraints", "heed"}});
  EXPECT_EQ(found.jobs.at(0).constraint, "a100&ssd");
  EXPECT_EQ(texts(found.notes).front(), "date without a zone, read as UTC: 1");
  EXPECT_EQ(read_rows(heed("a100")).jobs.at(0).constraint, "");
  const auto refused = thrown<InputError>([&] { read_rows(heed("a*2"), {{"constraints", "heed"}}); });
  EXPECT_NE(
      refused.find(":2: column 'Constraints' is 'a*2'; valid: a feature of nodes, such as gpu, or several, "
                   "such as gpu&ssd; or setting workload.constraints=ignore"),
      std::string::npos)
      << refused;
}

// Submitted at 5 s and eligible at 8 s.
TEST_F(Sacct, MayLetJobsBeginWhenTheyBecameEligible) {
  const auto text = row("7|7|a|ann|||", 5, 8, 9, 20, "60|COMPLETED||2|8||") +
                    row("8|8|a|ann|||", 6, 6, 9, 20, "60|COMPLETED||2|8||");
  const auto found = read_rows(text, {{"eligible", "begin"}});
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[0].submitted, 0);
  EXPECT_EQ(found.jobs[0].dates.begin, 3);
  EXPECT_EQ(found.jobs[1].submitted, 1);
  EXPECT_FALSE(found.jobs[1].dates.are_given());
  EXPECT_EQ(texts(found.notes).front(), "begins when it became eligible, on average 3 s later: 1");
}

TEST_F(Sacct, MayCountCpus) {
  const auto rows = row("1|1|||||", 0, 0, 0, 9, "1|COMPLETED|cpu=8,node=2|2|10||") +
                    row("2|2|||||", 0, 0, 0, 9, "1|COMPLETED||3|10||");
  const auto nodes = read_rows(rows), cpus = read_rows(rows, {{"size", "cpus"}});
  EXPECT_EQ(nodes.jobs[0].tasks[0].resources, 2);
  EXPECT_EQ(nodes.jobs[1].tasks[0].resources, 3);
  EXPECT_EQ(cpus.jobs[0].tasks[0].resources, 8);
  EXPECT_EQ(cpus.jobs[1].tasks[0].resources, 10);
  EXPECT_EQ(cpus.jobs[0].demands, nullptr);
}

// Jobs 2 and 3 become eligible 4 s and 1 s after their submission: 2.5 s on average. Job 1 had started before
// the date from which it is said to be eligible. Job 3 comes before job 2 then.
TEST_F(Sacct, ReplaysWhatDependenciesAndBeginDatesCost) {
  const std::string more = "1|COMPLETED||1|1||";
  const auto found = read_rows(row("1|1|||||", 0, 30, 0, 9, more) + row("2|2|||||", 1, 5, 6, 9, more) +
                               row("3|3|||||", 1, 2, 6, 9, more));
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[0].submitted, 0);
  EXPECT_EQ(found.jobs[1].id, 3);
  EXPECT_EQ(found.jobs[1].submitted, 2);
  EXPECT_EQ(found.jobs[2].submitted, 5);
  EXPECT_EQ(texts(found.notes), (Names{"submitted when it became eligible, on average 2.5 s later: 2",
                                       "date without a zone, read as UTC: 3",
                                       "dates count from the first submission, 2026-11-25T10:00:00Z: 3",
                                       "sorted by submission: 2"}));
}

// Tasks of an array have numbers of their own. Of the three runs of job 5 the last one counts, which was
// submitted at 20; that it stands before another changes nothing.
TEST_F(Sacct, KnowsTasksStepsAndRestarts) {
  const std::string more = "1|COMPLETED||1|1||", lost = "1|NODE_FAIL||1|1||";
  const auto found = read_rows(row("4_1|10|||||", 0, 0, 0, 2, more) +
                               "10.batch||||||||||||||||||\n10.0||||||||||||||||||\n" +
                               row("4_2|4|||||", 0, 0, 0, 3, more) + row("5|5|||||", 1, 1, 2, 4, lost) +
                               row("5|5|||||", 20, 20, 21, 28, more) + row("5|5|||||", 5, 5, 6, 9, lost));
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[0].id, 10);
  EXPECT_EQ(found.jobs[0].metadata.str(), "id=4_1;state=COMPLETED");
  EXPECT_EQ(found.jobs[1].id, 4);
  EXPECT_EQ(found.jobs[1].metadata.str(), "id=4_2;state=COMPLETED");
  EXPECT_EQ(found.jobs[2].id, 5);
  EXPECT_EQ(found.jobs[2].submitted, 20);
  EXPECT_EQ(found.jobs[2].tasks[0].length, 7);
  EXPECT_EQ(texts(found.notes),
            (Names{"skipped: step of a job: 2", "several runs, of which the last is replayed: other runs: 2",
                   "date without a zone, read as UTC: 3",
                   "dates count from the first submission, 2026-11-25T10:00:00Z: 3"}));
}

// Without JobIDRaw there are no numbers where one id is a task of an array.
TEST_F(Sacct, MayHaveFewColumns) {
  const auto found = read("a.sacct", "Submit|Start|End|JobID|NNodes|TimelimitRaw|\n"
                                     "1300000000|1300000002|1300000009|4_1|2K|Partition_Limit|\n"
                                     "1300000001|1300000002|1300000004|5|1|2|\n");
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[0].id, 1);
  EXPECT_EQ(found.jobs[0].metadata.str(), "id=4_1");
  EXPECT_EQ(found.jobs[0].tasks[0].resources, 2048);
  EXPECT_EQ(found.jobs[0].tasks[0].length, 7);
  EXPECT_EQ(found.jobs[0].walltime, 7);
  EXPECT_EQ(found.jobs[1].id, 2);
  EXPECT_EQ(found.jobs[1].submitted, 1);
  EXPECT_EQ(found.jobs[1].walltime, 120);
  EXPECT_EQ(texts(found.notes), (Names{"numbered by submission, since an id is no number: 2",
                                       "dates count from the first submission, 2011-03-13T07:06:40Z: 2",
                                       "estimate from run time: 1"}));
}

TEST_F(Sacct, SkipsJobsThatDidNotRun) {
  const std::string begin = "2|2|||||||2026-11-25T10:00:00|", none = "|Unknown|Unknown|0|1|";
  const auto pending = "3|3||||||2026-11-25T10:00:00|Unknown" + none + "PENDING||1|1||\n";
  const auto running = "4|4||||||2026-11-25T10:00:00|2026-11-25T10:00:00|2026-11-25T10:00:01|Unknown|50|1|"
                       "RUNNING||1|1||\n";
  const auto cancelled = "5|5||||||2026-11-25T10:00:00|2026-11-25T10:00:00|None|2026-11-25T10:00:09|0|1|"
                         "CANCELLED by 0||1|1||\n";
  const auto array = "6_[2-9%2]|6||||||2026-11-25T10:00:00|2026-11-25T10:00:00" + none + "PENDING||1|1||\n";
  const auto sizeless = row("8|8|||||", 0, 0, 0, 9, "1|COMPLETED|||||");
  const auto found = read_rows(row("1|1|||||", 0, 0, 0, 9, "1|TIMEOUT||1|1||") + pending + running +
                               cancelled + array + sizeless);
  EXPECT_EQ(found.jobs.size(), 1u);
  EXPECT_EQ(texts(found.notes), (Names{"skipped: cancelled before it started: 1", "skipped: nodes unknown: 1",
                                       "skipped: never started: 2", "skipped: still running: 1",
                                       "date without a zone, read as UTC: 1",
                                       "dates count from the first submission, 2026-11-25T10:00:00Z: 1"}));
  EXPECT_EQ(refusal_of(pending + running),
            ": holds no job that can run (skipped: never started: 1, skipped: still running: 1); "
            "valid: at least one row whose run time and size are known");
}

// Devices are the same number on each node: 3 on 2 nodes are 2.
TEST_F(Sacct, RoundsDevicesUp) {
  const auto found = read_rows(row("1|1|||||", 0, 0, 0, 9, "1|COMPLETED|gres/gpu=3,node=2|2|2||"));
  EXPECT_EQ(found.jobs[0].demands->devices, (Counts{{"gpu", 2}}));
  EXPECT_EQ(texts(found.notes).front(), "devices rounded up to the same number on each node: 1");
}

TEST_F(Sacct, RefusesWrongRows) {
  const std::string good = row("1|1|||||", 0, 0, 0, 9, "1|COMPLETED||1|1||");
  EXPECT_EQ(refusal_of(good + "2|2|x"),
            ":3: the last row has 3 fields; valid: 19, as many as the header has" + or_skip);
  EXPECT_EQ(
      refusal_of(row("1|1|||||", 0, 0, 0, 9, "1h|COMPLETED||1|1||")),
      ":2: column 'TimelimitRaw' is '1h'; valid: a number of minutes, at least 0 and below 253402300800 s" +
          or_skip);
  EXPECT_EQ(refusal_of(row("1|1|||||", 5, 5, 3, 9, "1|COMPLETED||1|1||")),
            ":2: column 'Start' is '2026-11-25T10:00:03'; valid: a date at or after the submission" +
                or_skip);
  EXPECT_EQ(refusal_of(row("1|1|||||", 0, 0, 0, 9, "1|COMPLETED|cpu|1|1||")),
            ":2: column 'ReqTRES': 'cpu' is no amount of a resource; valid: such as cpu=10,mem=4G" + or_skip);
  EXPECT_EQ(refusal_of(row("1|1|||||", 0, 0, 0, 9, "1|COMPLETED||1.5|1||")),
            ":2: column 'NNodes' is '1.5'; valid: a whole number from 0 to 1000000000" + or_skip);
  EXPECT_EQ(refusal_of("1|1||||||today|||||||||||\n"),
            ":2: column 'Submit' is 'today'; valid: a date such as 2026-11-25T11:15:19" + or_skip);
  EXPECT_EQ(
      refusal_of("1|1|||||||||||||||||\n"),
      ":2: column 'Submit' is ''; valid: a date such as 2026-11-25T11:15:19, which every job must have" +
          or_skip);
  const auto found = read_rows(good + "2|2|x\n", {{"bad_rows", "skip"}});
  EXPECT_EQ(texts(found.notes).front(), "skipped: bad row: wrong number of fields: 1");
}

TEST_F(Sacct, RefusesWrongHeaders) {
  const std::string columns =
      "; valid: what sacct -P -o JobID,Submit,Start,End,TimelimitRaw,NNodes prints, and more "
      "columns; its columns: ";
  EXPECT_EQ(refusal("a.sacct", "JobID|Submit|Start|End|NNodes\n"),
            ":1: has no column TimelimitRaw" + columns + "JobID, Submit, Start, End, NNodes");
  EXPECT_EQ(refusal("a.sacct", "JobID|Submit|Start|TimelimitRaw|NNodes\n"),
            ":1: has no column End or ElapsedRaw" + columns + "JobID, Submit, Start, TimelimitRaw, NNodes");
  EXPECT_EQ(refusal("a.sacct", "JobID|Submit|Start|TimelimitRaw|End\n"),
            ":1: has no column NNodes, NCPUS or ReqTRES" + columns +
                "JobID, Submit, Start, TimelimitRaw, End");
  EXPECT_EQ(refusal("a.sacct", "JobID|JobID\n"), ":1: has column 'JobID' twice; valid: once");
}

// Two nodes. Job 1 has one until 4, job 2 wants both at 0, and job 3 comes when it is eligible, at 3; it
// passes job 2 on the other node, since its limit of a minute ends by 60 as that of job 1 does.
TEST_F(Sacct, IsSimulated) {
  write_text(folder_ / "ours.sacct", header + row("1|1||ann|||", 0, 0, 0, 4, "1|COMPLETED||1|1||") +
                                         row("2|2||ben|||", 0, 0, 10, 15, "1|COMPLETED||2|2||") +
                                         row("3|3||ann|||", 0, 3, 3, 5, "0|COMPLETED||1|1||"));
  const auto said = run_shell("\"$MALHA\" simulate -p star --set platform.hosts=2 --set transport=instant -d "
                              "cluster.easy_backfill -w ours.sacct -o out && \"$MALHA\" validate out",
                              folder_.path());
  ASSERT_EQ(said.status, 0) << said.out << said.err;
  Names schedule;
  for (CsvReader jobs(folder_ / "out/jobs.csv"); jobs.next();)
    schedule.push_back(jobs.text("job") + ":" + jobs.text("starting_time") + "-" + jobs.text("finish_time"));
  EXPECT_EQ(schedule, (Names{"1:0-4", "3:3-5", "2:5-10"}));
}

// Neither format has a place for demands, names and reservations.
TEST_F(Sacct, SaysWhatOtherFormatsLose) {
  write_text(folder_ / "a.sacct",
             header + row("7|7|run|ann|||", 0, 0, 0, 9, "1|COMPLETED|mem=1G,node=1|1|1||r"));
  const auto lost = [&](const std::string& file) {
    return run_shell("\"$MALHA\" convert a.sacct " + file, folder_.path()).out;
  };
  const auto swf = lost("a.swf"), json = lost("a.json");
  for (const std::string what : {"memory, devices or licences", "reservation", "name of a job"})
    EXPECT_NE(swf.find("  " + what + " that SWF has no field for: 1\n"), std::string::npos) << swf;
  EXPECT_NE(
      json.find("  memory, devices, licences, name or reservation, which this format has no place for: 1\n"),
      std::string::npos)
      << json;
}

// What the page shows works as it stands, if sacct prints the columns that it is asked for.
TEST_F(Sacct, IsDescribed) {
  std::string commands;
  for (const auto& step : steps_of(text_of(MALHA_SOURCE_FOLDER "/docs/workloads.md")))
    if (step.commands.find("sacct -aXP") != std::string::npos)
      commands += step.commands;
  std::string columns = header.substr(0, header.size() - 1);
  std::replace(columns.begin(), columns.end(), '|', ',');
  EXPECT_NE(commands.find(" -o " + columns + " > ours.sacct\n"), std::string::npos) << commands;
  write_text(folder_ / "printed",
             header + row("4_1|7|a|ann|x|p|q", 0, 2, 3, 9, "1|COMPLETED|mem=1G,node=1|1|4||"));
  const auto said = run_shell(
      "set -e\nsacct() { cat printed; }\n" + replaced(commands, "./malha", "\"$MALHA\""), folder_.path());
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("workload: 1 job, submitted when it became eligible, on average 2 s later\n"),
            std::string::npos)
      << said.out;
}

} // namespace sacct_test
} // namespace malha::testing
