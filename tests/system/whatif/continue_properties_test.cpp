// SPDX-License-Identifier: MIT
// Random small runs, each cut at every date at which something happens, and continued.
#include "policies/sdk/numbers.hpp"
#include "tests/actors/cluster/batch_program.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <set>

namespace malha::testing {
namespace continue_properties_test {

class ContinuedRunProperties : public BatchProgram {
protected:
  int draw(int low, int high) { return boost::random::uniform_int_distribution<>(low, high)(random_); }

  /// A few jobs of three users on four nodes, so that they wait.
  void draw_jobs() {
    std::vector<BatchJob> all;
    int submitted = 0;
    for (int job = draw(4, 7); job > 0; --job) {
      submitted += draw(0, 6);
      const int run_time = draw(1, 20);
      all.push_back({submitted, draw(1, 4), run_time, draw(0, 3) == 0 ? run_time - 1 : run_time + draw(0, 9),
                     std::string(1, static_cast<char>('a' + draw(0, 2)))});
      all.back().walltime = std::max(all.back().walltime, 1);
    }
    jobs(all);
  }

  /// Four nodes, which stay up, or of which two fail and recover by profiles, or all at random.
  void draw_platform() {
    const int kind = draw(0, 2);
    if (kind < 2)
      star(4);
    if (kind == 1)
      platform_ += " --environment failures --set failures.mtbf=60 --set failures.mttr=5";
    if (kind < 2)
      return;
    const auto outage = [this] {
      const int from = draw(2, 20);
      return std::to_string(from) + " 0\n" + std::to_string(from + draw(1, 10)) + " 1\n";
    };
    workers("state_file", {"", outage(), outage(), ""}, "1Gf");
  }

  std::string draw_deployment() {
    static const Texts all{"-d cluster.fcfs",
                           "-d cluster.easy_backfill",
                           "-d cluster.easy_backfill --set policy.order=wfp3",
                           "-d cluster.conservative_backfill",
                           "-d cluster.slurm --set policy.bf_interval=5",
                           "-d cluster.easy_backfill --set policy.priority=cluster/multifactor --set "
                           "policy.priority.period=3 --set policy.priority.half_life=20",
                           "-d cluster.slurm --set policy.priority=cluster/multifactor --set "
                           "policy.priority.period=7 --set policy.priority.half_life=20",
                           "-d cluster.conservative_backfill --set policy.priority=cluster/multifactor --set "
                           "policy.priority.period=2 --set policy.priority.half_life=20",
                           "-d cluster.easy_backfill --set policy.backfill_order=shortest --set "
                           "policy.prediction=cluster/user_average",
                           "-d cluster.fcfs --set policy.limits=cluster/slurm_limits --set accounts=x.dump",
                           "-d cluster.slurm --set policy.bf_interval=4 --set "
                           "policy.limits=cluster/slurm_limits --set accounts=x.dump"};
    return all[static_cast<std::size_t>(draw(0, static_cast<int>(all.size()) - 1))] +
           " --set explain=on --set series=on";
  }

  /// The dates at which something happens, but 0.
  std::set<double> dates_of_events() const {
    std::set<double> dates;
    for (CsvReader rows(folder_ / "whole/jobs.csv"); rows.next();)
      for (const auto* column : {"submission_time", "starting_time", "finish_time"})
        if (!rows.text(column).empty())
          dates.insert(rows.real(column));
    dates.erase(0);
    return dates;
  }

  /// What jobs.csv says of jobs that were started once is what the snapshot says.
  void check_snapshot(double date) const {
    const auto snapshot = nlohmann::json::parse(text_of(folder_ / "cut/snapshot.json"));
    std::map<std::int64_t, std::string> said;
    for (const auto& job : snapshot["running"])
      said[job["job_id"]] =
          "runs since " + job["started"].dump() + " on " + job["resources"].get<std::string>();
    for (const auto& job : snapshot["waiting"])
      said[job["job_id"]] = "waits";
    for (CsvReader rows(folder_ / "whole/jobs.csv"); rows.next();) {
      if (rows.integer("restarts") > 0 || rows.text("starting_time").empty())
        continue;
      const auto job = rows.integer("job_id");
      const double submitted = rows.real("submission_time"), start = rows.real("starting_time"),
                   finish = rows.real("finish_time");
      const std::string right = date < submitted || finish <= date ? ""
                                : start <= date ? "runs since " + nlohmann::json(start).dump() + " on " +
                                                      rows.text("allocated_resources")
                                                : "waits";
      EXPECT_EQ(said[job], right) << "job " << job << " at " << date;
    }
  }

  /// Runs the program that is open. `out` is gone before.
  void run_quickly(const std::string& command, const std::string& out) const {
    std::filesystem::remove_all(folder_ / out);
    const auto said = run_shell("$MALHA " + command, folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  void simulate_quickly(const std::string& options, const std::string& out) const {
    run_quickly("simulate -w x.json " + platform_ + " " + options + " -o " + out, out);
  }

  /// User a runs one job at a time, and all users of the lab use three nodes at most.
  void write_limits() const {
    write_text(folder_ / "x.dump", "Cluster - 'small'\n"
                                   "Parent - 'root'\n"
                                   "Account - 'lab':Fairshare=1:GrpTRES=node=3\n"
                                   "Parent - 'lab'\n"
                                   "User - 'a':DefaultAccount='lab':Fairshare=1:MaxJobs=1\n"
                                   "User - 'b':DefaultAccount='lab':Fairshare=1\n"
                                   "User - 'c':DefaultAccount='lab':Fairshare=1\n");
  }

  void check_instance() {
    draw_jobs();
    write_limits();
    draw_platform();
    const auto options = draw_deployment();
    SCOPED_TRACE(options + " " + platform_ + "\n" + text_of(folder_ / "x.json"));
    simulate_quickly(options, "whole");
    const auto whole = results_below(folder_ / "whole");
    for (const double date : dates_of_events()) {
      simulate_quickly(options + " --cut " + shortest(date), "cut");
      check_snapshot(date);
      run_quickly("continue cut -o continued", "continued");
      ASSERT_EQ(results_below(folder_ / "continued"), whole) << "cut at " << date;
    }
  }

  boost::random::mt19937 random_;
};

TEST_F(ContinuedRunProperties, EveryCutEndsInTheSameFiles) {
  for (int instance = 0; instance < scaled(10) && !HasFailure(); ++instance) {
    SCOPED_TRACE("instance " + std::to_string(instance));
    random_.seed(static_cast<std::uint32_t>(instance));
    check_instance();
  }
}

} // namespace continue_properties_test
} // namespace malha::testing
