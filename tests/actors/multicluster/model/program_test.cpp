// SPDX-License-Identifier: MIT
// Clusters below a meta-scheduler, as the program shows them.
#include "multicluster_program.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/random_streams.hpp"

#include <cmath>

namespace malha::testing {
namespace program_test {

double number(const std::string& text) { return parse_number<double>(text).value(); }

class Multicluster : public MulticlusterProgram {
protected:
  /// Rows of jobs.csv, by job.
  std::map<std::string, std::map<std::string, std::string>> jobs(const std::string& out) const {
    std::map<std::string, std::map<std::string, std::string>> jobs;
    for (const auto& row : rows(out, "jobs.csv"))
      jobs[row.at("job_id")] = row;
    return jobs;
  }
  void expect_metrics_of_predictions(const std::string& out) const;

  /// Number and bytes of the messages that were sent, by kind.
  std::map<std::string, std::string> messages(const std::string& out) const {
    std::map<std::string, std::string> messages;
    for (const auto& row : rows(out, "messages.csv"))
      if (row.at("number") != "0")
        messages[row.at("kind")] = row.at("number") + " " + row.at("bytes");
    return messages;
  }
};

const std::string lublin =
    " -w lublin --set workload.jobs=150 --set workload.nodes=5 --set workload.load=2.2";

// On dedicated nodes with exact estimates, where later jobs delay none before them.
TEST_F(Multicluster, PredictionsOfExactRunTimesComeTrue) {
  for (const std::string policy : {"fcfs", "conservative_backfill"})
    for (const std::string seed : {"1", "2", "3"}) {
      const auto out = policy + seed;
      simulate(out, lublin + " -d multicluster.tat --set transport=instant --set policy=cluster/" + policy +
                        " --seed " + seed);
      EXPECT_EQ(metric(out, "wait_deviation"), 0) << out;
      EXPECT_EQ(metric(out, "execution_deviation"), 0) << out;
      EXPECT_EQ(metric(out, "turnaround_deviation"), 0) << out;
      EXPECT_EQ(metric(out, "wait_slope"), 1) << out;
      EXPECT_GT(*metric(out, "mean_waiting_time"), 0) << out;
    }
}

/// With t the predictions and r what became of them, dates as they were decided: sum(t r) / sum(r r) is the
/// slope, 1 - (1 - R R) n / (n - 1) with R R = sum(t r)^2 / (sum(t t) sum(r r)) the adjusted R, and
/// sum |t - r| / sum r the deviation.
void Multicluster::expect_metrics_of_predictions(const std::string& out) const {
  const auto jobs = this->jobs(out);
  std::map<std::string, std::vector<std::pair<double, double>>> pairs;
  for (const auto& row : rows(out, "predictions.csv")) {
    const auto& job = jobs.at(row.at("job_id"));
    EXPECT_EQ(job.at("site"), row.at("site"));
    const double wait = number(row.at("waiting_time")), execution = number(row.at("execution_time")),
                 date = number(row.at("date")), start = number(job.at("starting_time")),
                 end = number(job.at("finish_time"));
    pairs["wait"].emplace_back(wait, start - date);
    pairs["execution"].emplace_back(execution, end - start);
    pairs["turnaround"].emplace_back(wait + execution, end - date);
  }
  EXPECT_EQ(pairs["wait"].size(), jobs.size());
  for (const auto& [what, all] : pairs) {
    double tt = 0, rr = 0, tr = 0, r = 0, errors = 0;
    for (const auto& [predicted, real] : all) {
      tt += predicted * predicted;
      rr += real * real;
      tr += predicted * real;
      r += real;
      errors += std::abs(predicted - real);
    }
    const auto n = static_cast<double>(all.size());
    const auto near = [&](const std::string& name, double value) {
      EXPECT_NEAR(metric(out, name).value(), value, 1e-9 * std::max(1.0, std::abs(value))) << out << name;
    };
    near(what + "_slope", tr / rr);
    if (tt > 0)
      near(what + "_adjusted_r", 1 - (1 - tr * tr / (tt * rr)) * n / (n - 1));
    else
      EXPECT_FALSE(metric(out, what + "_adjusted_r"));
    near(what + "_deviation", errors / r);
  }
}

TEST_F(Multicluster, SlopesAndDeviationsAreThoseOfItsPredictions) {
  const std::string wrong = lublin + " --set workload.estimates=uniform:3 -d multicluster.";
  simulate("instant", wrong + "tat --set transport=instant");
  simulate("network", wrong + "tat");
  simulate("limited", wrong + "ptt --set transport=instant --set policy.limit.limit=1 --set "
                              "policy.queue=multicluster/non_blocking --set policy.queue.reschedule=on");
  for (const std::string out : {"instant", "network", "limited"}) {
    expect_metrics_of_predictions(out);
    EXPECT_GT(*metric(out, "wait_deviation"), 0.01) << out;
  }
  EXPECT_EQ(metric("instant", "mean_upper_waiting_time"), 0);
  EXPECT_GT(*metric("limited", "mean_upper_waiting_time"), 1);
}

// Jobs of 0.1 s end before the answer to their offer is back over channels of 1 s: they count all the same.
TEST_F(Multicluster, CountsJobsThatEndBeforeTheAnswerIsBack) {
  std::string jobs;
  for (int id = 0; id < 20; ++id)
    jobs += std::string(id == 0 ? "" : ",") + R"({"id": )" + std::to_string(id) +
            R"(, "profile": "p", "subtime": )" + std::to_string(id) + R"(, "res": 2, "walltime": 1})";
  write_text(folder_ / "jobs.json", R"({"nb_res": 2, "jobs": [)" + jobs +
                                        R"(], "profiles": {"p": {"type": "delay", "delay": 0.1}}})");
  simulate("out", "-d multicluster.tat -w jobs.json --set platform.channel_latency=1");
  expect_metrics_of_predictions("out");
}

class MulticlusterDifferential : public Multicluster {};

TEST_F(MulticlusterDifferential, WeightedTurnaroundIsTurnaroundWhereOnlyThatCounts) {
  for (const std::string transport : {"instant", "network"})
    for (const std::string seed : {"1", "2", "3"}) {
      const std::string options =
          lublin +
          " --set workload.estimates=uniform:3 --set platform.sizes=5,3,4 --set transport=" + transport +
          " --seed " + seed + " -d multicluster.";
      const auto name = transport + seed;
      simulate("tat" + name, options + "tat");
      simulate("ptt" + name, options + "ptt --set policy.selection.w=1");
      for (const std::string file : {"jobs.csv", "predictions.csv", "schedule.csv"})
        EXPECT_EQ(text_of(folder_ / ("tat" + name) / file), text_of(folder_ / ("ptt" + name) / file)) << name;
    }
}

/// Three jobs of one node and 100 s, submitted at 0, 0 and 15.
const std::string three_jobs = R"({"nb_res": 1, "jobs": [
{"id": 0, "profile": "p", "subtime": 0, "res": 1, "walltime": 200},
{"id": 1, "profile": "p", "subtime": 0, "res": 1, "walltime": 200},
{"id": 2, "profile": "p", "subtime": 15, "res": 1, "walltime": 200}],
"profiles": {"p": {"type": "delay", "delay": 100}}})";

// All clusters take 10 s for an estimate, at once. Job 0 is decided at 10, job 1 is asked about from then on
// and decided at 20, job 2, which comes meanwhile, at 30. Upper waits: 10, 20 and 15. Whoever asks nobody
// does not wait.
TEST_F(Multicluster, TakesItsTimeForEstimates) {
  write_text(folder_ / "jobs.json", three_jobs);
  simulate("out", "-w jobs.json -d multicluster.tat --set transport=instant --set estimate_cost=10");
  EXPECT_EQ(jobs("out").at("0").at("starting_time"), "10");
  EXPECT_EQ(jobs("out").at("1").at("starting_time"), "20");
  EXPECT_EQ(jobs("out").at("2").at("starting_time"), "30");
  EXPECT_EQ(metric("out", "mean_upper_waiting_time"), 15);
  // 45 s of waiting over the 130 s to the last end; at most jobs 1 and 2, or 0 and 1, at once.
  EXPECT_EQ(metric("out", "mean_queue_length"), 45. / 130);
  EXPECT_EQ(metric("out", "longest_queue"), 2);
  simulate("ffit", "-w jobs.json -d multicluster.ffit --set transport=instant --set estimate_cost=10");
  EXPECT_EQ(jobs("ffit").at("2").at("starting_time"), "15");
  simulate("network", "-w jobs.json -d multicluster.tat --set estimate_cost=10");
  EXPECT_GT(number(jobs("network").at("1").at("starting_time")), 20);
  EXPECT_LT(number(jobs("network").at("1").at("starting_time")), 20.1);
}

// One job: three clusters are asked with its description of 1024 B and answer with four numbers and a kind,
// 33 B each. Asked how they are (1 B), they say who they are, how many slots are free and busy, how many jobs
// wait for how many slots, and how many nodes have a local user: six numbers and a kind, 49 B each. One is
// offered the job, and answers with a number and a kind. Its scheduler is told, and tells of the start (24 B)
// and of the end (32 B).
TEST_F(Multicluster, SendsTheMessagesOfItsRules) {
  write_text(folder_ / "job.json", R"({"nb_res": 1, "jobs": [
{"id": 0, "profile": "p", "subtime": 0, "res": 1, "walltime": 200}],
"profiles": {"p": {"type": "delay", "delay": 100}}})");
  simulate("tat", "-w job.json -d multicluster.tat");
  const std::map<std::string, std::string> always{{"offer", "1 1024"},
                                                  {"offer_reply", "1 9"},
                                                  {"handed_over", "1 1"},
                                                  {"job_started", "1 24"},
                                                  {"job_left", "1 32"}};
  auto of_tat = always, of_loads = always;
  of_tat["estimate_request"] = "3 3072";
  of_tat["estimate_reply"] = "3 99";
  of_loads["status_request"] = "3 3";
  of_loads["status_reply"] = "3 147";
  simulate("least_loaded", "-w job.json -d multicluster.least_loaded");
  const auto without_submissions = [&](const std::string& out) {
    auto found = messages(out);
    found.erase("submission");
    found.erase("last_submission");
    return found;
  };
  EXPECT_EQ(without_submissions("tat"), of_tat);
  EXPECT_EQ(without_submissions("least_loaded"), of_loads);
}

// One node, with jobs of 100 s. Four that come at 0, 0, 50 and 50 s are taken, since none has ended. One ends
// at 100 s. The last job comes at 150 s while two wait. Over one interval it is the first job in 100 s: 1 /
// 100
// * 100 = 1 is refused. At 200 s a job starts. Offered again, it is still the first one since 50 s: 1 / 150 *
// 100 < 1. So it waits above for 50 s, a fifth of that in the mean of five jobs.
TEST_F(Multicluster, CountsAJobThatIsOfferedAgainAsOneArrival) {
  std::string jobs;
  for (const std::string date : {"0", "0", "50", "50", "150"})
    jobs += (jobs.empty() ? R"({"id": "j)" : R"(, {"id": "j)") + std::to_string(jobs.size()) +
            R"(", "profile": "p", "subtime": )" + date + R"(, "res": 1, "walltime": 200})";
  write_text(folder_ / "jobs.json", R"({"nb_res": 1, "jobs": [)" + jobs +
                                        R"(], "profiles": {"p": {"type": "delay", "delay": 100}}})");
  simulate("out", "-w jobs.json -d multicluster.ffit --set platform.sizes=1 --set transport=instant --set "
                  "policy.limit=multicluster/stability --set policy.limit.rate=literal --set "
                  "policy.limit.window=1");
  EXPECT_EQ(metric("out", "mean_upper_waiting_time"), 10);
}

// Only the second cluster has two nodes, of half the power, so that a job of 100 s is predicted to take 200
// s, with which its scheduler plans (overrun=extend). The second job is to wait for as long as the first one
// is predicted to take, and not for twice that. In jobs.csv both have the walltimes that their users gave.
TEST_F(Multicluster, EstimatesFromTheWalltimesOfTheUsers) {
  write_text(folder_ / "jobs.json", R"({"nb_res": 2, "jobs": [
{"id": 0, "profile": "p", "subtime": 0, "res": 2, "walltime": 100},
{"id": 1, "profile": "p", "subtime": 0, "res": 2, "walltime": 100}],
"profiles": {"p": {"type": "delay", "delay": 100}}})");
  simulate("out", "-w jobs.json -d multicluster.tat --set platform.sizes=1,2 --set platform.speeds=1e9/0.5e9 "
                  "--set transport=instant --set overrun=extend");
  const auto predicted = rows("out", "predictions.csv");
  ASSERT_EQ(predicted.size(), 2u);
  EXPECT_EQ(predicted[0].at("execution_time"), "200");
  EXPECT_EQ(predicted[1].at("waiting_time"), "200");
  EXPECT_EQ(jobs("out").at("0").at("requested_time"), "100");
}

} // namespace program_test

namespace program_properties_test {

class MulticlusterProperties : public MulticlusterProgram {};

// Random clusters, limits and policies under both transports: no job is lost, as `validate` shows, and nobody
// waits above where there is no limit.
TEST_F(MulticlusterProperties, RandomRunsAreValid) {
  RandomStreams streams(5);
  auto& draws = streams.stream("test");
  const auto one_of = [&](const std::vector<std::string>& words) { return words[draws() % words.size()]; };
  for (int run = 0; run < 40; ++run) {
    const auto limit = one_of({"static_limit", "static_limit --set policy.limit.limit=1",
                               "static_limit --set policy.limit.limit=3", "stability", "saturation"});
    const auto out = "run" + std::to_string(run);
    simulate(out, "--seed " + std::to_string(run) +
                      " --set platform.sizes=" + one_of({"1", "4,4", "2,7,3", "1,1,1,1,8", "6,5,4,3,2,1"}) +
                      " -d multicluster." + one_of({"ffit", "rr", "random", "least_loaded", "tat", "ptt"}) +
                      " --set policy.limit=multicluster/" + limit + " --set policy.queue=multicluster/" +
                      one_of({"blocking", "non_blocking"}) +
                      " --set policy.queue.reschedule=" + one_of({"on", "off"}) + " --set policy=cluster/" +
                      one_of({"fcfs", "easy_backfill", "conservative_backfill"}) +
                      " --set transport=" + one_of({"instant", "network"}) +
                      " -w lublin --set workload.jobs=60 --set workload.nodes=8 --set workload.load=" +
                      one_of({"0.7", "1.5", "3"}) +
                      " --set workload.estimates=" + one_of({"exact", "uniform:3"}));
    ASSERT_FALSE(HasFailure());
    if (limit == "static_limit" && metric(out, "messages_unread") == 0) {
      EXPECT_LT(metric(out, "mean_upper_waiting_time").value_or(0), 1) << out;
    }
  }
}

} // namespace program_properties_test
} // namespace malha::testing
