// SPDX-License-Identifier: MIT
// Policies under a social contract on random instances: cluster/contract_fcfs against a plain reference that
// shares no code with it, promises of cluster/contract_backfill, and both against the policies for dedicated
// nodes where nothing is shared. The book throws where the contract is broken.
#include "sharing.hpp"
#include "tests/support/scaled.hpp"

namespace malha::testing {
namespace contract_properties_test {

using cluster::SharedMachine;

const int instances = scaled(1000);

struct Instance {
  int slots;
  std::vector<SharedMachine> machines;
  std::vector<Job> jobs;
  std::vector<Bytes> memory; ///< of each task, by job
};

/// Few nodes of one to three sites, most jobs with estimates that are too long, some that reach them.
Instance random_instance(std::uint64_t seed) {
  ReferenceDice dice(seed);
  Instance made;
  made.slots = 1 + dice.below(4);
  const int nodes = 1 + dice.below(8), sites = 1 + dice.below(3);
  constexpr Bytes all_memories[] = {500, 1000, 1000, cluster::unlimited};
  for (int node = 0; node < nodes; ++node)
    made.machines.push_back(
        shared_machine("site-" + std::to_string(dice.below(sites)), all_memories[dice.below(4)]));
  constexpr Bytes all_tasks[] = {0, 100, 300, 600};
  Seconds date = 0;
  for (int id = 0; id < 40; ++id) {
    date += dice.below(2) * dice.below(6);
    const int run = 1 + dice.below(20), walltime = std::max(1, run - 2 + 3 * dice.below(4));
    made.memory.push_back(all_tasks[dice.below(4)]);
    made.jobs.push_back(job_of_memory(id, date, 1 + dice.below(nodes), made.memory.back(), run, walltime));
  }
  return made;
}

BatchRun run_of(const Instance& instance, cluster::Queue& policy) {
  BatchRun run(machines_of_slots(instance.machines.size(), instance.slots), policy);
  run.shared.emplace(instance.slots, instance.machines);
  return run;
}

/// First come first served under the contract, as plainly as can be.
class Reference {
public:
  Reference(const Instance& instance, bool may_pass) : given_(instance), may_pass_(may_pass) {}

  /// "start: node node …" by job; "dropped".
  std::vector<std::string> run() {
    std::vector<std::string> rows(given_.jobs.size());
    std::vector<std::size_t> queue;
    std::set<Seconds> dates;
    for (const auto& job : given_.jobs)
      dates.insert(job.submitted);
    for (std::size_t next = 0; !dates.empty(); dates.erase(dates.begin())) {
      const Seconds now = *dates.begin();
      running_.erase(std::remove_if(running_.begin(), running_.end(),
                                    [&](const Running& one) { return one.end <= now; }),
                     running_.end());
      for (; next < given_.jobs.size() && given_.jobs[next].submitted <= now; ++next)
        if (is_possible(next))
          queue.push_back(next);
        else
          rows[next] = "dropped";
      for (std::size_t place = 0; place < queue.size();) {
        const auto job = queue[place];
        const auto nodes = nodes_for(job);
        if (nodes.empty() && !may_pass_)
          break;
        if (nodes.empty()) {
          ++place;
          continue;
        }
        rows[job] = shortest(now) + ":";
        for (const int node : nodes)
          rows[job] += " " + std::to_string(node);
        const Seconds end = now + std::min(given_.jobs[job].tasks[0].length, *given_.jobs[job].walltime);
        running_.push_back({job, nodes, end});
        dates.insert(end);
        queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(place));
      }
    }
    return rows;
  }

private:
  struct Running {
    std::size_t job;
    std::vector<int> nodes;
    Seconds end;
  };

  std::size_t size(std::size_t job) const {
    return static_cast<std::size_t>(given_.jobs[job].tasks[0].resources);
  }
  const SharedMachine& machine(int node) const { return given_.machines[static_cast<std::size_t>(node)]; }

  /// Sites in the order in which they first come.
  std::vector<std::vector<int>> sites() const {
    std::vector<std::vector<int>> found;
    for (int node = 0; node < static_cast<int>(given_.machines.size()); ++node) {
      auto site = std::find_if(found.begin(), found.end(), [&](const auto& nodes) {
        return machine(nodes[0]).site == machine(node).site;
      });
      if (site == found.end())
        site = found.emplace(found.end());
      site->push_back(node);
    }
    return found;
  }

  bool is_possible(std::size_t job) const {
    const auto all = sites();
    return std::any_of(all.begin(), all.end(), [&](const auto& nodes) {
      return static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [&](int node) {
               return machine(node).memory >= given_.memory[job];
             })) >= size(job);
    });
  }

  int tasks_on(int node) const {
    return static_cast<int>(std::count_if(running_.begin(), running_.end(), [&](const Running& one) {
      return std::count(one.nodes.begin(), one.nodes.end(), node) > 0;
    }));
  }
  Bytes free_on(int node) const {
    Bytes free = machine(node).memory;
    for (const auto& one : running_)
      free -=
          static_cast<Bytes>(std::count(one.nodes.begin(), one.nodes.end(), node)) * given_.memory[one.job];
    return free;
  }

  std::vector<int> nodes_for(std::size_t job) const {
    std::vector<int> best;
    double fewest = never;
    for (const auto& site : sites()) {
      int tasks = 0;
      std::vector<std::tuple<int, Bytes, int>> able;
      for (const int node : site) {
        tasks += tasks_on(node);
        if (tasks_on(node) < given_.slots && free_on(node) >= given_.memory[job])
          able.emplace_back(tasks_on(node), -free_on(node), node);
      }
      const double mean = static_cast<double>(tasks) / static_cast<double>(site.size());
      if (able.size() < size(job) || mean >= fewest)
        continue;
      fewest = mean;
      std::sort(able.begin(), able.end());
      best.clear();
      for (std::size_t i = 0; i < size(job); ++i)
        best.push_back(std::get<2>(able[i]));
    }
    return best;
  }

  const Instance& given_;
  const bool may_pass_;
  std::vector<Running> running_;
};

TEST(ContractDifferential, EqualsAPlainReference) {
  int waited = 0, dropped = 0;
  for (const auto* pass : {"fcfs", "fpfs"})
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(instances); ++seed) {
      const auto instance = random_instance(seed);
      const auto policy = test::make<cluster::Queue>("cluster/contract_fcfs", {{"pass", pass}});
      std::vector<std::string> ours;
      for (const auto& row : run_of(instance, *policy).run(instance.jobs)) {
        waited += row.start > instance.jobs[static_cast<std::size_t>(row.id)].submitted;
        dropped += row.dropped;
        ours.push_back(row.dropped ? "dropped" : shortest(row.start) + ":");
        for (const int machine : row.machines)
          ours.back() += " " + std::to_string(machine);
      }
      ASSERT_EQ(ours, Reference(instance, std::string(pass) == "fpfs").run()) << pass << ", seed " << seed;
    }
  EXPECT_GT(waited, 10 * instances); // the instances are no idle nodes
  EXPECT_GT(dropped, instances);
}

// Walltimes are limits, and no local user comes or goes: what is promised to the head of the queue holds, and
// is only ever brought forward.
TEST(ContractProperties, BackfillingKeepsItsPromises) {
  int promised = 0, passed = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(instances); ++seed) {
    const auto instance = random_instance(seed);
    const auto policy = test::make<cluster::Queue>("cluster/contract_backfill");
    auto run = run_of(instance, *policy);
    std::map<TaskId, Seconds> promises;
    run.look = [&](const cluster::QueueView& view, const cluster::Decision& decision) {
      std::map<cluster::JobHandle, TaskId> ids;
      for (const auto& job : view.queue)
        ids[job.handle] = job.id;
      for (const auto& reason : decision.reasons)
        if (std::string(reason.code) == "head_reserved") {
          const auto [known, is_new] = promises.emplace(ids.at(reason.job), reason.date);
          EXPECT_LE(reason.date, known->second) << "seed " << seed << ", job " << known->first;
          known->second = reason.date;
        } else {
          passed += std::string(reason.code) == "fits_in_extra_nodes";
        }
    };
    const auto rows = run.run(instance.jobs);
    ASSERT_EQ(rows.size(), instance.jobs.size()) << "seed " << seed << ": jobs are left that never start";
    for (const auto& [id, date] : promises)
      EXPECT_LE(rows[static_cast<std::size_t>(id)].start, date) << "seed " << seed << ", job " << id;
    promised += static_cast<int>(promises.size());
  }
  EXPECT_GT(promised, instances);
  EXPECT_GT(passed, instances / 2);
}

// One slot a node, no memory and one site: the thesis' BASIC, on which a job can have any free nodes.
TEST(ContractProperties, AreThePoliciesOfDedicatedNodesWhereNothingIsShared) {
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 17;
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 5 + seed % 46, nodes);
    ASSERT_EQ(schedule_of("cluster/contract_fcfs", {}, jobs, nodes),
              schedule_of("cluster/fcfs", {}, jobs, nodes))
        << "seed " << seed;
    ASSERT_EQ(schedule_of("cluster/contract_backfill", {}, jobs, nodes),
              schedule_of("cluster/easy_backfill", {}, jobs, nodes))
        << "seed " << seed;
  }
}

} // namespace contract_properties_test
} // namespace malha::testing
