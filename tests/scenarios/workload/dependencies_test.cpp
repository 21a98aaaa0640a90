// SPDX-License-Identifier: MIT
// Jobs that wait for other jobs of their file: what readers make of them, and what a cluster does with them.
#include "reading_batsim.hpp"
#include "results/files/csv_reader.hpp"

namespace malha::testing {
namespace dependencies_test {

using Names = std::vector<std::string>;
using Settings = std::map<std::string, std::string>;

/// A line of SWF.
std::string job(int number, int date, int run_time, int nodes, const std::string& preceding = "-1",
                int think_time = -1, int walltime = -1) {
  return std::to_string(number) + " " + std::to_string(date) + " -1 " + std::to_string(run_time) +
         " -1 -1 -1 " + std::to_string(nodes) + " " + std::to_string(walltime) + " -1 1 -1 -1 -1 -1 -1 " +
         preceding + " " + std::to_string(think_time) + "\n";
}

const Settings afterok{{"dependencies", "afterok"}, {"estimates", "exact"}};

class Dependencies : public Reading {
protected:
  /// "job date followers: preceding jobs+think time" of each job.
  Names links(const std::string& text, const Settings& settings = afterok) {
    const auto found = read("a.swf", text, settings);
    notes_ = texts(found.notes);
    Names all;
    for (const auto& one : found.jobs) {
      all.push_back(std::to_string(one.id) + " " + std::to_string(static_cast<int>(one.submitted)) + " " +
                    std::to_string(one.followers) + ":");
      if (one.preceding == nullptr)
        continue;
      for (const auto& preceding : one.preceding->jobs) {
        all.back() += " " + std::to_string(preceding.job);
        EXPECT_EQ(name_of(preceding.kind), settings.at("dependencies"));
      }
      all.back() += "+" + std::to_string(static_cast<int>(one.preceding->think_time));
    }
    return all;
  }
  std::string said(const std::string& text) { return refusal("a.swf", text, afterok); }

  Names notes_; ///< of what was read last
};

// Job 2 has a think time: its date follows from the end of job 1 alone, which is not before the submission of
// job 1. Job 3 has none: it is not submitted before its own date.
TEST_F(Dependencies, AreTheFieldsOfSwf) {
  EXPECT_EQ(links(job(1, 5, 10, 1) + job(2, 6, 10, 1, "1", 30) + job(3, 7, 10, 1, "1")),
            (Names{"1 5 2:", "2 5 0: 1+30", "3 7 0: 1+0"}));
  EXPECT_EQ(notes_, Names{"wait for preceding jobs: 2"});
}

// By default nothing changes, and the note is that of all files whose links have no effect.
TEST_F(Dependencies, AreIgnoredByDefault) {
  EXPECT_EQ(links(job(1, 5, 10, 1) + job(2, 6, 10, 1, "1", 30), {{"estimates", "exact"}}),
            (Names{"1 5 0:", "2 6 0:"}));
  EXPECT_EQ(notes_, Names{"ignored: preceding job and think time: 1"});
}

// Job 4 waits for jobs 2 and 3, named twice. With its think time it may come as early as the last of them.
TEST_F(Dependencies, MayBeSeveral) {
  EXPECT_EQ(links(job(1, 0, 10, 1) + job(2, 3, 10, 1) + job(3, 5, 10, 1, "1") + job(4, 9, 10, 1, "3&2&3", 0),
                  {{"dependencies", "afterany"}}),
            (Names{"1 0 1:", "2 3 1:", "3 5 1: 1+0", "4 5 0: 2 3+0"}));
}

// In a closed loop all dates follow from that of the first job, and the file is in another order then.
TEST_F(Dependencies, MoveJobsOfAClosedLoop) {
  EXPECT_EQ(links(job(1, 0, 10, 1) + job(2, 5, 10, 1) + job(3, 8, 10, 1, "1", 1) + job(4, 9, 10, 1, "3", 1)),
            (Names{"1 0 1:", "3 0 1: 1+1", "4 0 0: 3+1", "2 5 0:"}));
}

// The preceding job need only be submitted before, in whichever line it is. Dates count from the first one.
TEST_F(Dependencies, AreFoundInFilesThatAreOutOfOrder) {
  EXPECT_EQ(links(job(2, 90'010, 10, 1, "7") + job(7, 90'000, 10, 1)), (Names{"7 0 1:", "2 10 0: 7+0"}));
}

// Job 1 was cancelled before it started, job 2 has no run time, job 3 is a bad row. Job 5 has its own date
// then, in spite of its think time; job 6 still waits for job 4.
TEST_F(Dependencies, OnJobsThatAreNotReplayedAreNone) {
  auto settings = afterok;
  settings["bad_rows"] = "skip";
  EXPECT_EQ(links("1 0 -1 0 -1 -1 -1 1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1\n" + job(2, 1, -1, 1) +
                      "3 2 -1 10 -1 -1 -1 many -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n" + job(4, 3, 10, 1) +
                      job(5, 4, 10, 1, "1&2&3", 7) + job(6, 5, 10, 1, "2&4"),
                  settings),
            (Names{"4 3 1:", "5 4 0:", "6 5 0: 4+0"}));
  EXPECT_EQ(notes_,
            (Names{"skipped: run time unknown: 1", "skipped: cancelled before it started: 1",
                   "skipped: bad row: field 8 (requested processors): 1", "wait for preceding jobs: 1",
                   "do not wait for a preceding job, which is not replayed: 2"}));
}

TEST_F(Dependencies, NeedAJobToThinkAfter) {
  EXPECT_EQ(links(job(1, 0, 10, 1, "-1", 5) + job(2, 1, 10, 1, "0", 0)), (Names{"1 0 0:", "2 1 0:"}));
  EXPECT_EQ(notes_, Names{"ignored: think time without a preceding job: 1"});
}

TEST_F(Dependencies, ThatCannotBeMetAreRefused) {
  const std::string valid = "; valid: the number of a job that is submitted before" + or_skip;
  const auto first = job(1, 0, 10, 1);
  EXPECT_EQ(said(first + "; a comment\n" + job(2, 1, 10, 1, "2")),
            ":3: field 17 (preceding job) is 2, the job itself" + valid);
  EXPECT_EQ(said(first + job(2, 1, 10, 1, "3") + job(3, 1, 10, 1)),
            ":2: field 17 (preceding job) is 3, which is submitted later" + valid);
  EXPECT_EQ(said(first + job(2, 1, 10, 1, "1&9")),
            ":2: field 17 (preceding job) is 9, which no job of the file has" + valid);
  EXPECT_EQ(said(first + job(2, 1, 10, 1, "1", -5)),
            ":2: field 18 (think time) is -5; valid: -1 (unknown), or at least 0" + or_skip);
  EXPECT_EQ(said(first + job(2, 1, 10, 1, "0.5")),
            ":2: field 17 (preceding job) is 0.5; valid: -1 (none), or an integer, at most 9007199254740992" +
                or_skip);
}

// Two jobs cannot wait for each other, since one of them is submitted later.
TEST_F(Dependencies, HaveNoCycle) {
  EXPECT_EQ(said(job(1, 0, 10, 1, "2") + job(2, 1, 10, 1, "1")),
            ":1: field 17 (preceding job) is 2, which is submitted later; valid: the number of a job that is "
            "submitted before" +
                or_skip);
}

// The row of job 2 is bad, so that job 3 waits for none.
TEST_F(Dependencies, ThatCannotBeMetMakeABadRow) {
  auto settings = afterok;
  settings["bad_rows"] = "skip";
  EXPECT_EQ(links(job(1, 0, 10, 1) + job(2, 1, 10, 1, "1&9") + job(3, 2, 10, 1, "2", 5), settings),
            (Names{"1 0 0:", "3 2 0:"}));
  EXPECT_EQ(notes_, (Names{"skipped: bad row: field 17 (preceding job): 1",
                           "do not wait for a preceding job, which is not replayed: 1"}));
  EXPECT_EQ(
      refusal("a.swf", job(1, 0, 10, 1, "1"), settings),
      ": holds no job that can run (skipped: bad row: field 17 (preceding job): 1); valid: at least one "
      "job whose run time and processors are known");
}

TEST_F(Dependencies, AreNotResampled) {
  const std::string of_user = "1 0 -1 9 -1 -1 -1 1 -1 -1 1 7 -1 -1 -1 -1 -1 -1\n"
                              "2 1 -1 9 -1 -1 -1 1 -1 -1 1 7 -1 -1 -1 -1 1 -1\n";
  auto settings = afterok;
  settings["resample"] = "users";
  EXPECT_EQ(refusal("a.swf", of_user, settings),
            ": setting workload.resample=users: jobs of it wait for other jobs; valid: off, or "
            "workload.dependencies=ignore");
}

class DependenciesOfBatsim : public ReadingBatsim {
protected:
  /// "job followers: preceding jobs" of each job.
  Names links(const std::string& jobs, const Settings& settings = {{"dependencies", "afterok"}}) {
    const auto found = jobs_of(jobs, settings);
    notes_ = texts(found.notes);
    Names all;
    for (const auto& one : found.jobs) {
      all.push_back(std::to_string(one.id) + " " + std::to_string(one.followers) + ":");
      if (one.preceding != nullptr)
        for (const auto& preceding : one.preceding->jobs)
          all.back() += " " + std::to_string(preceding.job);
      metadata_ = one.metadata;
    }
    return all;
  }
  static std::string behind(const std::string& id, const std::string& dependencies) {
    return batsim_job(id, ", \"dependencies\": [" + dependencies + "]");
  }
  std::string said(const std::string& jobs) { return refusal_of(jobs, {{"dependencies", "afterok"}}); }

  Names notes_;
  std::string metadata_; ///< of the last job
};

// In any order of the file; ids are numbers or texts.
TEST_F(DependenciesOfBatsim, AreTheFieldOfJobs) {
  EXPECT_EQ(links(behind("2", R"("1", 3, "3")") + "," + batsim_job("1") + "," + behind("3", "1") + "," +
                  behind("4", "")),
            (Names{"2 0: 1 3", "1 2:", "3 1: 1", "4 0:"}));
  EXPECT_EQ(notes_, Names{"wait for preceding jobs: 2"});
  EXPECT_EQ(metadata_, "");
}

// Ids that are no numbers: jobs are numbered by their places, from 0.
TEST_F(DependenciesOfBatsim, NameJobsByTheirIds) {
  EXPECT_EQ(links(batsim_job("\"a\"") + "," + behind("\"b\"", R"("a")")), (Names{"0 1:", "1 0: 0"}));
}

TEST_F(DependenciesOfBatsim, ThatCannotBeMetAreRefused) {
  const std::string valid = "; valid: ids of other jobs";
  EXPECT_EQ(said(behind("1", "1")), ": job 1: 'dependencies' has 1, the job itself" + valid);
  EXPECT_EQ(said(behind("1", "7")),
            ": job 1: 'dependencies' has \"7\", which no job of the file has" + valid);
  EXPECT_EQ(said(batsim_job("1", R"(, "dependencies": 2)")),
            ": job 1: 'dependencies' is 2; valid: an array of ids of other jobs");
  EXPECT_EQ(said(behind("1", "3") + "," + behind("2", "1") + "," + behind("3", "2")),
            ": 3 jobs wait for each other: 1, 2, 3; valid: 'dependencies' without a cycle");
}

TEST_F(DependenciesOfBatsim, AreNotThoseOfBags) {
  const std::string bag = R"({"id": 1, "subtime": 0, "res": 1, "profile": "d", "extra_data": {"bag": "x"})";
  EXPECT_EQ(said(bag + R"(, "dependencies": [2]})" + "," + batsim_job("2")),
            ": job 1 has 'dependencies' and a 'bag'; valid: one of them");
  EXPECT_EQ(said(bag + "}," + behind("2", "1")),
            ": job 2: 'dependencies' has 1, which is in bag 'x'; valid: jobs in no bag");
}

class UnderACluster : public ::testing::Test {
protected:
  /// "job submission start end", or "job submission final state", in the order of the rows, on two nodes of
  /// the reference speed. The run must be valid.
  Names schedule(const std::string& swf, const std::string& dependencies,
                 const std::string& more =
                     "-p star --set platform.hosts=2 -d cluster.easy_backfill --set transport=instant") {
    write_text(folder_ / "a.swf", swf);
    const auto said = run_shell("rm -rf out; \"$MALHA\" simulate -w a.swf "
                                "--set workload.dependencies=" +
                                    dependencies + " -o out " + more + " && \"$MALHA\" validate out",
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    out_ = said.out;
    Names all;
    for (CsvReader rows(folder_ / "out/jobs.csv"); rows.next();)
      all.push_back(rows.text("job_id") + " " + rows.text("submission_time") + " " +
                    (rows.text("starting_time").empty()
                         ? rows.text("final_state")
                         : rows.text("starting_time") + " " + rows.text("finish_time")));
    return all;
  }

  std::string out_; ///< what the last run and its validation printed
  TemporaryFolder folder_;
};

// Two nodes. Job 1 has both until 10. Job 2 is submitted 5 s after its end, at 15, although its line says 1;
// job 4 at its end, at 10. Job 3 is in the queue from 2 on, and has both nodes from 10 to 40. Then 4, which
// is in the queue before 2, and 2 start. Job 6 comes at 45, and waits for both nodes up to 60, where 2 ends;
// 7 fits before that, and is backfilled. Job 5 waits for 2 and 4, so that it is submitted at 60, behind 6.
TEST_F(UnderACluster, JobsAreSubmittedWhenOthersHaveEnded) {
  EXPECT_EQ(
      schedule(job(1, 0, 10, 2) + job(2, 1, 20, 1, "1", 5) + job(3, 2, 30, 2) + job(4, 3, 4, 1, "1") +
                   job(5, 4, 6, 2, "2&4") + job(6, 45, 5, 2) + job(7, 50, 5, 1),
               "afterok"),
      (Names{"1 0 0 10", "3 2 10 40", "4 10 40 44", "7 50 50 55", "2 15 40 60", "6 45 60 65", "5 60 65 71"}));
  EXPECT_NE(out_.find("4 waits of jobs for jobs"), std::string::npos) << out_;
  EXPECT_EQ(text_of(folder_ / "out/preceding_jobs.csv"),
            "job,preceding,think_time,condition\n2,1,5,afterok\n4,1,0,afterok\n5,2,0,afterok\n"
            "5,4,0,afterok\n");
  // Waits: 0, 8, 30, 0, 25, 15 and 5 s. A job that is not submitted yet does not wait.
  CsvReader row(folder_ / "out/schedule.csv");
  row.next();
  EXPECT_DOUBLE_EQ(row.real("mean_waiting_time"), 83.0 / 7);
}

// Job 1 is killed at its walltime, 5 s; job 3 is larger than the cluster. Under afterok what waits for them
// never runs, nor does what waits for that, from the date on at which that is known: that of the failure, or
// their own. Job 6, which comes at 8, also knows it then.
TEST_F(UnderACluster, JobsBelowOneThatFailsNeverRun) {
  const std::string trace = job(1, 0, 10, 1, "-1", -1, 5) + job(2, 1, 1, 1, "1", 2) + job(3, 2, 1, 3) +
                            job(4, 3, 1, 1, "3") + job(5, 4, 1, 1, "2") + job(6, 8, 1, 1, "1");
  EXPECT_EQ(
      schedule(trace, "afterok"),
      (Names{"3 2 REJECTED", "4 3 DEPENDENCY_NEVER_SATISFIED", "1 0 0 5", "2 5 DEPENDENCY_NEVER_SATISFIED",
             "5 5 DEPENDENCY_NEVER_SATISFIED", "6 8 DEPENDENCY_NEVER_SATISFIED"}));
  // 2 is submitted 2 s after the kill; 5 waits for its end at 8, and 6 for its own date. 4 comes at once.
  EXPECT_EQ(schedule(trace, "afterany"),
            (Names{"3 2 REJECTED", "4 3 3 4", "1 0 0 5", "2 7 7 8", "5 8 8 9", "6 8 8 9"}));
}

// A chain below a meta-scheduler: the clusters get jobs that wait no more.
TEST_F(UnderACluster, AMetaSchedulerHoldsJobs) {
  const std::string trace = job(1, 0, 10, 1) + job(2, 1, 5, 1, "1", 3) + job(3, 2, 5, 1, "2");
  EXPECT_EQ(schedule(trace, "afterok",
                     "-p clusters --set platform.sizes=2 -d multicluster.rr --set transport=instant"),
            (Names{"1 0 0 10", "2 13 13 18", "3 18 18 23"}));
}

// Where jobs come as messages, and ends are reported by messages, dates are those of the reports or later.
TEST_F(UnderACluster, JobsComeAsMessagesToo) {
  const auto rows = schedule(
      job(1, 0, 10, 1) + job(2, 1, 5, 1, "1", 3) + job(3, 2, 5, 1, "2"), "afterok",
      "-p star --set platform.hosts=2 -d cluster.nodes --set transport=network --set execution=exec");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].substr(0, 4), "2 13");
}

TEST_F(UnderACluster, BrokersHoldJobs) {
  const std::string trace = job(1, 0, 10, 1) + job(2, 1, 5, 1, "1", 3) + job(3, 2, 5, 1, "2");
  for (const auto* deployment : {"broker.workqueue", "broker.min_min"})
    EXPECT_EQ(
        schedule(trace, "afterok",
                 "-p star --set platform.hosts=2 --set transport=instant -d " + std::string(deployment)),
        (Names{"1 0 0 10", "2 13 13 18", "3 18 18 23"}))
        << deployment;
}

} // namespace dependencies_test
} // namespace malha::testing
