// SPDX-License-Identifier: MIT
// Jobs of all types under all policies: runs are valid, and what is rigid stays as it is.
#include "sized_jobs_program.hpp"

#include <random>

namespace malha::testing {
namespace whole_runs_test {

const std::vector<std::string> strategies{
    "greedy",
    "equi",
    "moldable_easy",
    "moldable_easy --set policy.max_share=0.25",
    "shrink_to_start --set policy.rule=min",
    "shrink_to_start --set policy.rule=pref --set policy.backfill=easy",
    "shrink_to_start --set policy.rule=pref --set policy.deep=on",
    "shrink_to_start --set policy.rule=average",
    "shrink_to_start --set policy.rule=keep_pref --set policy.backfill=easy"};

/// A trace of jobs of all types with costs, of which some ask. `is_fixed`: each has one size.
std::string random_jobs(unsigned seed, bool is_fixed) {
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const std::vector<std::string> types{"rigid", "moldable", "malleable", "evolving", "adaptive"};
  const std::vector<std::string> laws{"linear", "amdahl:.9", "power:.7", "downey:6:1.5"};
  std::string text = "submit,type,min,pref,max,run,law,parts,cost,asks,limit\n";
  int submitted = 0;
  for (int job = 0; job < 200; ++job) {
    submitted += draw(0, 40);
    const int type = draw(0, 4), min = draw(1, 4);
    const int pref = is_fixed || type == 0 ? min : draw(min, 8),
              max = is_fixed || type == 0 ? min : draw(pref, 16);
    const int parts = draw(1, 6), run = draw(1, 300);
    std::string asks;
    for (int part = 1; type >= 3 && part < parts; ++part)
      asks += (asks.empty() ? "" : " ") + std::to_string(part) + ':' + std::to_string(draw(min, max));
    text += std::to_string(submitted) + ',' + types[static_cast<std::size_t>(type)] + ',' +
            std::to_string(min) + ',' + std::to_string(pref) + ',' + std::to_string(max) + ',' +
            std::to_string(run) + ',' + laws[static_cast<std::size_t>(draw(0, 3))] + ',' +
            std::to_string(parts) + ',' + std::to_string(draw(0, 20)) + '/' + std::to_string(draw(0, 20)) +
            ',' + asks + ',' + std::to_string(run * draw(1, 3)) + '\n';
  }
  return text;
}

const std::string jobs_of_csv = "-p star --set platform.hosts=16 -w jobs.csv --set "
                                "workload.columns=submit:submit,type:type,min:min,pref:pref,"
                                "max:max,run:run,law:law,parts:parts,cost:cost,asks:asks,limit:limit ";

class SizedRuns : public SizedJobsProgram {
protected:
  /// The rows of jobs, without metadata, which say sizes; of decisions, too.
  std::string schedule(const std::string& out) const {
    std::string text;
    for (CsvReader csv(folder_ / out / "jobs.csv"); csv.next();)
      text += csv.text("job_id") + ' ' + csv.text("final_state") + ' ' + csv.text("starting_time") + ' ' +
              csv.text("finish_time") + ' ' + csv.text("allocated_resources") + '\n';
    return text;
  }
};

// Whether limits are of the clock or of the preferred size, whether hosts have one speed or several, and
// whether nodes fail or not: the rules of `validate` hold, that work is conserved among them.
TEST_F(SizedRuns, AreValidUnderAllStrategies) {
  write_text(folder_ / "jobs.csv", random_jobs(1, false));
  int run = 0;
  for (const auto& policy : strategies)
    for (const std::string more :
         {"", "--set scale_limits=on --explain", "--set overrun=extend --set platform.speeds=1e9,5e8",
          "--set scale_limits=on --set platform.watts=95:190 --set series=on",
          "--set scale_limits=on --environment crashes --set crashes.share=30 --set on_loss=shrink",
          "--environment failures --set failures.mtbf=2000 --set failures.mttr=200 --set on_loss=shrink",
          "--environment failures --set failures.mtbf=2000 --set failures.mttr=200"})
      run_validly(policy, jobs_of_csv + more, "out-" + std::to_string(++run));
}

// Each node crashes just before, at and just after each date at which something happens; it stays down, or
// returns. Jobs shrink, or start again.
TEST_F(SizedRuns, EndWhateverNodeCrashes) {
  write_text(folder_ / "jobs.csv", "submit,type,min,pref,max,run,law,parts,cost,asks,limit\n"
                                   "0,malleable,1,2,4,120,amdahl:.9,6,3/2,,1000\n"
                                   "10,malleable,1,2,4,100,linear,5,3/2,,1000\n"
                                   "30,rigid,2,2,2,50,linear,1,0,,500\n"
                                   "35,evolving,1,1,3,60,linear,3,1,1:3 2:1,500\n");
  auto words = jobs_of_csv;
  words.replace(words.find("hosts=16"), 8, "hosts=3");
  for (const std::string how :
       {"equi --set on_loss=shrink", "shrink_to_start --set on_loss=shrink", "equi"}) {
    const auto said =
        run_shell("\"$MALHA\" chaos -d cluster.fcfs --set transport=instant --set scale_limits=on "
                  "--set policy=cluster/" +
                      how + ' ' + words,
                  folder_.path());
    EXPECT_EQ(said.status, 0) << how << said.out << said.err;
    EXPECT_NE(said.out.find(" passed "), std::string::npos);
  }
}

TEST_F(SizedRuns, AreRigidWhereEachJobHasOneSize) {
  write_text(folder_ / "jobs.csv", random_jobs(2, true));
  run_validly("fcfs", jobs_of_csv, "fcfs");
  run_validly("easy_backfill", jobs_of_csv + "--explain", "easy");
  int run = 0;
  for (const auto& policy : strategies) {
    const std::string out = "out-" + std::to_string(++run);
    const bool backfills =
        policy.find("backfill=easy") != std::string::npos || policy.rfind("moldable", 0) == 0;
    run_validly(policy, jobs_of_csv + (backfills ? "--explain" : ""), out);
    EXPECT_EQ(schedule(out), schedule(backfills ? "easy" : "fcfs")) << policy;
  }
  EXPECT_EQ(text_of(folder_ / "out-3/decisions.csv"), text_of(folder_ / "easy/decisions.csv"));
}

// Policies that know rigid jobs alone start each job on the nodes that it prefers. Those that are missing
// need power, or jobs that share machines.
TEST_F(SizedRuns, AreRigidUnderAllOtherPolicies) {
  write_text(folder_ / "jobs.csv", random_jobs(3, false));
  const std::string rigid_jobs = "-p star --set platform.hosts=16 -w jobs.csv --set "
                                 "workload.columns=submit:submit,nodes:pref,run:run,limit:limit";
  for (const std::string policy : {"fcfs", "easy_backfill", "conservative_backfill", "slurm", "torque_fifo",
                                   "committed", "machine_backfill", "easy_push", "oscarpbs", "easy_cap"}) {
    run_validly(policy, jobs_of_csv, policy + "-sized");
    run_validly(policy, rigid_jobs, policy + "-rigid");
    EXPECT_EQ(schedule(policy + "-sized"), schedule(policy + "-rigid")) << policy;
    EXPECT_FALSE(std::filesystem::exists(folder_ / (policy + "-sized/sizes.csv")));
  }
}

} // namespace whole_runs_test
} // namespace malha::testing
