// SPDX-License-Identifier: MIT
// New decisions of a real Slurm, of random instances, and those of cluster/slurm: do the same jobs start?
#include "cluster.hpp"
#include "policies/sdk/split.hpp"
#include "tests/policies/cluster/slurm_snapshots.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

namespace malha::testing {
namespace snapshot_test {

using cluster::SlurmAsking;
using cluster::slurm_snapshots::Json;
using cluster::slurm_snapshots::Total;

/// What becomes an instance: jobs with a size in nodes and a limit in minutes.
struct Drawn {
  std::vector<Json> running, queue;
};

/// Draws the jobs of an instance. Those that run leave a node free at least. Limits differ by minutes, which
/// a snapshot does not take, so that nothing ends meanwhile.
class Draw {
public:
  Draw(int nodes, unsigned seed) : nodes_(nodes), random_(seed) {}

  Drawn instance() {
    Drawn drawn;
    for (int left = one_of(nodes_); left > 0;) {
      const int size = std::min(left, std::vector<int>{1, 1, 2, 3, 4}[index(5)]);
      drawn.running.push_back(job(size));
      left -= size;
    }
    for (int number = nodes_ + one_of(nodes_); number > 0; --number)
      drawn.queue.push_back(
          job(std::vector<int>{1, 1, 1, 2, 2, 3, 4, nodes_ / 2, nodes_ - 1, nodes_}[index(10)]));
    return drawn;
  }

private:
  std::size_t index(std::size_t number) { return random_() % number; }
  /// From 0 to below the number.
  int one_of(int number) { return static_cast<int>(index(static_cast<std::size_t>(number))); }
  Json job(int size) {
    return {{"size", size}, {"limit", std::vector<int>{1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60}[index(11)]}};
  }

  int nodes_;
  std::mt19937 random_;
};

/// Takes snapshots of one Slurm.
class Photographer {
public:
  Photographer(int nodes, const std::string& more) : nodes_(nodes), cluster_(nodes, more) {}

  /// What Slurm decides: it starts the jobs that run, then gets the queue while its partition is down, and
  /// then decides about all of it at once.
  Json snapshot(const Drawn& drawn, const std::string& name) {
    const auto running = submitted(drawn.running);
    cluster_.wait_until([&] {
      return words_of(said("squeue --noheader --states=running --format=%i")).size() == running.size();
    });
    partition("down");
    const auto queue = submitted(drawn.queue);
    const auto passes = backfill_number("Total cycles:");
    partition("up");
    wait_for_decision(passes);
    // Without a start this is the date of the decision: an earlier pass may have decided before a whole
    // minute.
    Json instance{{"seed", name}, {"nodes", nodes_}, {"up", backfill_number("Last cycle when:")}};
    const auto jobs = jobs_now();
    instance["running"] = with_states(drawn.running, running, jobs);
    instance["queue"] = with_states(drawn.queue, queue, jobs);
    said("scancel --user=$(id -un)");
    cluster_.wait_for_all();
    cluster_.wait_for_nodes();
    return instance;
  }

private:
  using Ids = std::vector<std::string>;

  std::string said(const std::string& command) const {
    const auto result = run_shell(command, "/");
    if (result.status != 0)
      throw std::runtime_error(command + ": " + result.err + cluster_.logs());
    return result.out;
  }
  void partition(const std::string& state) const { said("scontrol update PartitionName=all State=" + state); }

  /// Submits jobs in their order, and gives their numbers.
  Ids submitted(const std::vector<Json>& jobs) const {
    std::string commands = ":";
    for (const auto& job : jobs)
      commands +=
          " && sbatch --parsable --output=/dev/null --wrap='sleep 3600' --nodes=" + job.at("size").dump() +
          " --time=" + job.at("limit").dump();
    return words_of(said(commands));
  }

  /// A number of Slurm's statistics of backfilling; of a date the seconds in brackets. 0: it is not there.
  std::int64_t backfill_number(const std::string& name) const {
    const auto text = said("sdiag");
    const auto at = text.find(name, text.find("Backfilling stats"));
    if (at == std::string::npos)
      return 0;
    const auto line = text.substr(at, text.find('\n', at) - at);
    const auto bracket = line.find('(');
    return std::atoll(line.c_str() + (bracket == std::string::npos ? name.size() : bracket + 1));
  }
  /// Waits for two passes of backfilling. Slurm leaves out those that can do nothing: then for 5 s.
  void wait_for_decision(std::int64_t passes) {
    const auto begin = std::chrono::steady_clock::now();
    cluster_.wait_until([&] {
      return backfill_number("Total cycles:") >= passes + 2 ||
             std::chrono::steady_clock::now() - begin > std::chrono::seconds(5);
    });
  }

  /// What Slurm says of its jobs, by number.
  std::map<std::string, Json> jobs_now() const {
    std::istringstream lines(said("SLURM_TIME_FORMAT=%s squeue --noheader --format='%i|%T|%S|%N|%Y|%r'"));
    std::map<std::string, Json> jobs;
    for (std::string line; std::getline(lines, line);) {
      const auto fields = split(line, '|');
      const bool runs = fields.at(1) == "RUNNING";
      const bool is_planned = !runs && fields.at(2) != "N/A";
      jobs[fields.at(0)] = {{"state", fields.at(1)},
                            {"start", fields.at(2)},
                            {"nodes", runs ? fields.at(3) : ""},
                            {"planned", is_planned ? fields.at(4) : ""},
                            {"reason", fields.at(5)}};
    }
    return jobs;
  }
  static std::vector<Json> with_states(std::vector<Json> jobs, const Ids& ids,
                                       const std::map<std::string, Json>& states) {
    for (std::size_t i = 0; i < jobs.size(); ++i)
      jobs[i].update(states.at(ids.at(i)));
    return jobs;
  }

  int nodes_;
  Cluster cluster_;
};

/// The seed of the instances: that of MALHA_TEST_SEED, or else 1.
unsigned chosen_seed() {
  const char* text = std::getenv("MALHA_TEST_SEED");
  return text == nullptr ? 1U : static_cast<unsigned>(std::atoi(text));
}

/// Decisions of one Slurm, and what the policy is told of its settings.
struct Album {
  std::string name;
  SlurmAsking::Given settings;
  std::vector<Json> instances;
};

/// Takes `scaled(10)` snapshots of a Slurm with so many nodes and such SchedulerParameters.
Album album_of(int nodes, const std::string& more, const SlurmAsking::Given& settings) {
  Album album{std::to_string(nodes) + " nodes" + more, settings, {}};
  Photographer slurm(nodes, more);
  const auto seed = chosen_seed();
  Draw draw(nodes, seed);
  for (int i = 0; i < scaled(10); ++i)
    album.instances.push_back(
        slurm.snapshot(draw.instance(), std::to_string(seed) + "/" + std::to_string(i)));
  return album;
}

/// Compares the decisions. The policy has the settings of each Slurm, unless others are given.
Total compared(const std::vector<Album>& albums, const SlurmAsking::Given* others = nullptr) {
  Total total;
  for (const auto& album : albums) {
    auto settings = others != nullptr ? *others : album.settings;
    if (settings.count("scheduler") == 0)
      settings.insert({"bf_interval", "0"});
    for (const auto& instance : album.instances) {
      const int missed = total.instances - total.same;
      add_instance(total, album.name, instance, settings);
      if (total.instances - total.same > missed)
        total.misses += instance.dump() + "\n";
    }
  }
  return total;
}

// Which jobs start is compared, and not when: dates of a real Slurm depend on the machine. Of 20 decisions
// one may differ, as one of 142 does that were measured before
// (tests/policies/cluster/slurm_snapshots_test.cpp): Slurm decides in several passes, and sometimes starts a
// job in a later one. That jobs start in their order alone must not explain as many: else these instances
// would say nothing of backfilling.
TEST(Snapshots, OfSlurmAreThoseOfThePolicy) {
  if (!Cluster::is_installed())
    GTEST_SKIP() << "there is no Slurm here; Debian's packages slurm-wlm and munge have it";
  const std::vector<Album> albums{album_of(8, "", {}), album_of(12, ",bf_job_part_count_reserve=1",
                                                                {{"bf_job_part_count_reserve", "1"}})};
  const auto total = compared(albums);
  const SlurmAsking::Given in_order{{"scheduler", "builtin"}};
  const int same_in_order = compared(albums, &in_order).same;
  std::cout << "seed " << chosen_seed() << ": " << total.same << " of " << total.instances
            << " decisions start the same jobs (in order alone " << same_in_order << "); " << total.same_nodes
            << " of " << total.starts << " jobs on the same nodes; " << total.agree << " of " << total.planned
            << " planned dates agree\n"
            << total.misses;
  EXPECT_EQ(total.instances, scaled(20));
  EXPECT_GE(total.same, scaled(19)) << total.misses;
  EXPECT_LT(same_in_order, total.same);
}

} // namespace snapshot_test
} // namespace malha::testing
