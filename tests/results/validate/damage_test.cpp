// SPDX-License-Identifier: MIT
// Schedules that the program wrote, damaged in one way at a time: each is found by a rule of its own name,
// and exactly the rules fire that the comment derives.
#include "tests/results/support/damage.hpp"

namespace malha::testing {
namespace damage_test {

class DamageOfConservative : public Damage {
protected:
  DamageOfConservative() : Damage("conservative_backfill") {}
};

class DamageOfEasy : public Damage {
protected:
  DamageOfEasy() : Damage("easy_backfill") {}
};

/// Nodes 1 to 15 are down from 40000 to 60000, and node 3 again from 90000 to 95000.
class DamageOfOutages : public Damage {
protected:
  DamageOfOutages() {
    auto platform = run_shell("\"$MALHA\" platform star --set platform.hosts=16", folder_.path()).out;
    for (int node = 1; node < 16; ++node) {
      const std::string host = "<host id=\"host-" + std::to_string(node) + "\"";
      const std::string profile = "profile-" + std::to_string(node); // SimGrid reads a file once
      platform.insert(platform.find(host) + host.size(), " state_file=\"" + profile + "\"");
      write_text(folder_ / profile,
                 node == 3 ? "40000 0\n60000 1\n90000 0\n95000 1\n" : "40000 0\n60000 1\n");
    }
    write_text(folder_ / "outages.xml", platform);
    const auto said = run_shell("rm -rf out; \"$MALHA\" simulate -p outages.xml --set transport=instant "
                                "-d cluster.conservative_backfill -w lublin --set workload.nodes=16 "
                                "--set workload.jobs=300 --set workload.load=0.9 "
                                "--set workload.estimates=uniform:3 --set explain=on -o out",
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
  }
};

TEST_F(Damage, IsNoneWhereNothingWasTouched) {
  for (const auto* policy : {"fcfs", "easy_backfill", "conservative_backfill"}) {
    simulate(policy);
    const auto said = validate();
    EXPECT_EQ(said.status, 0) << said.out;
    EXPECT_EQ(said.out.substr(said.out.find("300 jobs")), "300 jobs, valid\n");
    EXPECT_EQ(said.out.find("not checked"), std::string::npos) << said.out;
    EXPECT_EQ(said.err, "");
  }
}

// Other orders of the queue, jobs that outlive their estimates, and jobs that start when a message arrives.
TEST_F(Damage, IsNoneWhateverTheSchedulerDoes) {
  for (const auto* run :
       {"instant -d cluster.easy_backfill --set policy.order=shortest",
        "instant -d cluster.easy_backfill --set policy.order=wfp3 --set policy.depth=3",
        "instant -d cluster.easy_backfill --set policy.order=smallest --set policy.depth=0",
        "instant -d cluster.conservative_backfill --set overrun=extend", "network -d cluster.fcfs",
        "network -d cluster.nodes", "network -d cluster.nodes --set execution=exec",
        "network -d cluster.nodes --set policy=cluster/conservative_backfill"}) {
    const auto said =
        run_shell("rm -rf out; \"$MALHA\" simulate -p star --set platform.hosts=16 -w lublin "
                  "--set workload.nodes=16 --set workload.jobs=1000 --set workload.load=1.1 "
                  "--set workload.estimates=uniform:3 --set explain=on -o out --set transport=" +
                      std::string(run),
                  folder_.path());
    ASSERT_EQ(said.status, 0) << run << '\n' << said.err;
    EXPECT_EQ(broken(), Rules{}) << run;
  }
}

// The outages have cost attempts, and promises were void.
TEST_F(DamageOfOutages, IsNoneWhereNothingWasTouched) {
  EXPECT_EQ(broken(), Rules{});
  EXPECT_EQ(file("outages.csv").rows(), 16u);
  EXPECT_GT(file("attempts.csv").rows(), 1u);
  EXPECT_NE(text_of(folder_ / "out/decisions.csv").find(",void,"), std::string::npos);
}

TEST_F(DamageOfOutages, AttemptsGone) {
  std::filesystem::remove(folder_ / "out/attempts.csv");
  EXPECT_EQ(broken(), Rules{"attempts"});
}

// The job has one attempt less than restarts say; the nodes that it had then are free.
TEST_F(DamageOfOutages, AnAttemptDropped) {
  auto attempts = file("attempts.csv");
  attempts.erase(find(attempts, [&](auto row) { return attempts.at(row, "attempt") == "1"; }));
  EXPECT_EQ(broken(attempts), Rules{"attempts"});
}

// The job is still on its nodes when the first of them goes down.
TEST_F(DamageOfOutages, AnOutageMoved) {
  auto outages = file("outages.csv"), attempts = file("attempts.csv");
  const auto lost = find(attempts, [&](auto row) { // another of its nodes goes down at that date
    return attempts.at(row, "outcome") == "node_lost" && nodes(attempts, row).size() > 2;
  });
  const auto row = find(outages, [&](auto outage) {
    return nodes(attempts, lost).contains(static_cast<int>(outages.number(outage, "resource")));
  });
  outages.set(row, "start", outages.number(row, "start") - 0.5);
  EXPECT_EQ(broken(outages), Rules{"outages"});
}

// The first job of all has its nodes for itself: a second earlier it meets nobody. Its wait becomes -1 s,
// which the mean wait, Little's law, and the start in the log contradict.
TEST_F(Damage, AStartBeforeItsSubmission) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](auto job) { return jobs.at(job, "job_id") == "1"; });
  move(jobs, row, jobs.number(row, "starting_time") - 1, jobs.number(row, "finish_time") - 1);
  EXPECT_EQ(broken(jobs), (Rules{"start >= submission", "metrics", "Little's law", "decisions"}));
}

// The start in the log is moved too, so that the promise is all that is left of it. A longer wait changes
// the means and the queue.
TEST_F(DamageOfConservative, AStartLaterThanPromised) {
  auto jobs = file("jobs.csv"), log = file("decisions.csv");
  const auto start_of = [&](std::size_t job) {
    return find(log, [&](auto row) {
      return log.at(row, "job_id") == jobs.at(job, "job_id") && log.at(row, "decision") == "start";
    });
  };
  const auto row = find(jobs, [&](auto job) {
    return jobs.number(job, "waiting_time") > 0 && may_last_a_second_longer(jobs, job);
  });
  const double start = jobs.number(row, "starting_time");
  log.set(start_of(row), "time", start + 1);
  log.write();
  move(jobs, row, start + 1, jobs.number(row, "finish_time") + 1);
  EXPECT_EQ(broken(jobs), (Rules{"promises", "metrics", "Little's law"}));
}

// The log still has the old date.
TEST_F(Damage, AStartThatTheLogDoesNotKnow) {
  auto log = file("decisions.csv");
  const auto row = find(log, [&](auto decision) { return log.at(decision, "decision") == "start"; });
  log.set(row, "time", log.number(row, "time") + 1);
  EXPECT_EQ(broken(log), Rules{"decisions"});
}

// A copy of the first reservation with a date a second later: promises may get earlier only.
TEST_F(DamageOfEasy, AReservationOfTheHeadPutOff) {
  auto log = file("decisions.csv");
  const auto row = find(log, [&](auto decision) { return log.at(decision, "reason") == "head_reserved"; });
  log.repeat(row);
  log.set(row + 1, "promised_start", log.number(row, "promised_start") + 1);
  EXPECT_EQ(broken(log), Rules{"promises"});
}

// Its nodes stay free and its walltime is long enough, so that only the mean turnaround can tell. Waits,
// and with them Little's law, are as before.
TEST_F(Damage, AFinishMoved) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](auto job) {
    return may_last_a_second_longer(jobs, job) &&
           jobs.number(job, "requested_time") >= jobs.number(job, "execution_time") + 1;
  });
  move(jobs, row, jobs.number(row, "starting_time"), jobs.number(row, "finish_time") + 1);
  EXPECT_EQ(broken(jobs), Rules{"metrics"});
}

// One job less is counted, and its wait is missing in the queue.
TEST_F(Damage, ARowDropped) {
  auto jobs = file("jobs.csv");
  jobs.erase(find(jobs, [&](auto job) { return jobs.number(job, "waiting_time") > 0; }));
  EXPECT_EQ(broken(jobs), (Rules{"conservation", "metrics", "Little's law"}));
}

// It is on its nodes twice; 301 jobs finish, and its wait counts twice.
TEST_F(Damage, ARowTwice) {
  auto jobs = file("jobs.csv");
  jobs.repeat(find(jobs, [&](auto job) { return jobs.number(job, "waiting_time") > 0; }));
  EXPECT_EQ(broken(jobs), (Rules{"conservation", "capacity", "metrics", "Little's law"}));
}

// Dates stay, so that no number changes.
TEST_F(Damage, AJobOnNodesOfAnother) {
  auto jobs = file("jobs.csv");
  std::size_t second = 0;
  const auto first = find(jobs, [&](auto one) {
    for (second = one + 1; second < jobs.rows(); ++second)
      if (jobs.number(second, "starting_time") < jobs.number(one, "finish_time") &&
          jobs.number(one, "starting_time") < jobs.number(second, "finish_time") &&
          nodes(jobs, one).size() == nodes(jobs, second).size())
        return true;
    return false;
  });
  jobs.at(first, "allocated_resources") = jobs.at(second, "allocated_resources");
  EXPECT_EQ(broken(jobs), Rules{"capacity"});
}

TEST_F(Damage, ANodeTooFew) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](auto job) { return nodes(jobs, job).size() > 1; });
  const auto had = nodes(jobs, row).size();
  jobs.at(row, "allocated_resources") = nodes(jobs, row).lowest(had - 1).text();
  EXPECT_EQ(broken(jobs), Rules{"capacity"});
  EXPECT_NE(validate().out.find("violation: capacity: job " + jobs.at(row, "job_id") + " (out/jobs.csv:" +
                                std::to_string(row + 2) + ") asked for " + std::to_string(had) +
                                " resources and has " + std::to_string(had - 1) + "\n300 jobs, NOT valid\n"),
            std::string::npos);
}

// The nodes are 0 … 15.
TEST_F(Damage, ANodeThatDoesNotExist) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](auto job) { return nodes(jobs, job).size() == 1; });
  jobs.at(row, "allocated_resources") = "16";
  EXPECT_EQ(broken(jobs), Rules{"capacity"});
  EXPECT_NE(validate().out.find("violation: capacity: job " + jobs.at(row, "job_id") +
                                " (out/jobs.csv:" + std::to_string(row + 2) +
                                ") is on resource 16, which is not in resources.csv\n300 jobs"),
            std::string::npos);
}

// Half the time for the same work on the same nodes; the mean turnaround has changed.
TEST_F(Damage, ARunTimeCutShort) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](auto job) { return may_last_a_second_longer(jobs, job); });
  const double start = jobs.number(row, "starting_time");
  move(jobs, row, start, start + jobs.number(row, "execution_time") / 2);
  EXPECT_EQ(broken(jobs), (Rules{"speed", "metrics"}));
}

// No metric is made of walltimes.
TEST_F(Damage, AWalltimeLowered) {
  auto jobs = file("jobs.csv");
  jobs.set(0, "requested_time", jobs.number(0, "execution_time") / 2);
  EXPECT_EQ(broken(jobs), Rules{"walltime"});
}

TEST_F(Damage, AMetricChanged) {
  for (const auto* metric : {"jobs_finished", "jobs_killed", "makespan", "mean_waiting_time",
                             "max_waiting_time", "mean_turnaround_time", "mean_bounded_slowdown"}) {
    simulate("fcfs");
    auto schedule = file("schedule.csv");
    schedule.set(0, metric, schedule.number(0, metric) * 1.001 + 0.001);
    EXPECT_EQ(broken(schedule), Rules{"metrics"}) << metric;
  }
}

TEST_F(Damage, AMeanQueueLengthChanged) {
  auto schedule = file("schedule.csv");
  schedule.set(0, "mean_queue_length", schedule.number(0, "mean_queue_length") + 0.001);
  EXPECT_EQ(broken(schedule), Rules{"Little's law"});
}

TEST_F(Damage, AColumnThatItsDatesContradict) {
  for (const auto* column : {"waiting_time", "execution_time", "turnaround_time", "stretch"}) {
    simulate("fcfs");
    auto jobs = file("jobs.csv");
    jobs.set(7, column, jobs.number(7, column) + 0.001);
    EXPECT_EQ(broken(jobs), Rules{"columns agree"}) << column;
  }
}

TEST_F(Damage, AFinalStateThatContradictsItsSuccess) {
  auto jobs = file("jobs.csv");
  jobs.at(7, "final_state") = "COMPLETED_FAILED";
  EXPECT_EQ(broken(jobs), Rules{"final state"});
}

// One job more is killed. Where it is said to be by its walltime, it did not reach it.
TEST_F(Damage, AJobSaidToBeKilled) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](auto job) {
    return jobs.number(job, "requested_time") > jobs.number(job, "execution_time") + 1;
  });
  jobs.at(row, "success") = "0";
  jobs.at(row, "final_state") = "COMPLETED_KILLED";
  EXPECT_EQ(broken(jobs), Rules{"metrics"});
  jobs.at(row, "final_state") = "COMPLETED_WALLTIME_REACHED";
  EXPECT_EQ(broken(jobs), (Rules{"walltime", "metrics"}));
}

// Rows, dates and metrics agree: only the manifest knows of one job more.
TEST_F(Damage, AJobThatTheManifestKnows) {
  const auto manifest = folder_ / "out/manifest.json";
  auto text = text_of(manifest);
  const std::string submitted = "\"tasks_submitted\": 300";
  ASSERT_NE(text.find(submitted), std::string::npos);
  write_text(manifest, text.replace(text.find(submitted), submitted.size(), "\"tasks_submitted\": 301"));
  EXPECT_EQ(broken(), Rules{"conservation"});
}

// A file cut in the middle of a row cannot be read, which is no violation.
TEST_F(Damage, AFileCutShort) {
  const auto file = folder_ / "out/jobs.csv";
  const auto text = text_of(file);
  write_text(file, text.substr(0, text.find("lublin", text.find("lublin") + 1) + 6));
  const auto said = validate();
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.err, "malha: out/jobs.csv:3: has 2 fields where the header has 25\n");
}

} // namespace damage_test
} // namespace malha::testing
