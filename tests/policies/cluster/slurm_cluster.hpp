// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/site_rules.hpp"
#include "queue_asking.hpp"

#include <deque>

namespace malha::cluster {

/// A small cluster that cluster/slurm schedules, with the rules of a site and windows. It carries out what
/// the policy decides, and fails where a decision breaks a rule. Jobs have names, and numbers in the order of
/// their submission.
class SlurmCluster {
public:
  using Given = std::map<std::string, std::string>;

  struct Wanted {
    int size;
    Seconds walltime = 3600;
    std::string partition = "", qos = "";
    std::string allowed = ""; ///< nodes on which it may run; "": all
    int window = Request::none;
  };

  SlurmCluster(int nodes, const Given& parameters)
      : policy_(test::make<Queue>("cluster/slurm", parameters)), free_(0, nodes), nodes_(nodes) {}

  SiteRules site; ///< the policy sees it if it has partitions or QOSes
  std::vector<Window> windows;
  Seconds now = 0;
  bool explains = true;

  void submit(const std::string& name, const Wanted& wanted) {
    const auto number = static_cast<JobHandle>(jobs_.size());
    auto& job = jobs_.emplace_back();
    job.name = name;
    job.who.partition = wanted.partition;
    job.who.qos = wanted.qos;
    job.allowed = IndexSet::parse(wanted.allowed);
    job.request.allowed = wanted.allowed.empty() ? nullptr : &job.allowed;
    job.request.window = wanted.window;
    job.queued = {number, number, now, wanted.walltime, wanted.size, &job.request, &job.who};
    wait(job);
  }
  /// The job ends now.
  void end(const std::string& name) {
    auto& job = find(name);
    changes_.ended.push_back(take_back(job));
    job.is_gone = true;
  }

  /// Tells the policy when it is asked next that promises are void, so that it looks at everything again.
  void void_promises() { changes_.promises_void = true; }

  /// Asks the policy, and does what it says.
  Decision ask() {
    running_.clear();
    for (const auto& job : jobs_)
      if (job.runs)
        running_.push_back(release_of(job));
    std::stable_sort(running_.begin(), running_.end(),
                     [](const Release& a, const Release& b) { return a.expected_end < b.expected_end; });
    const bool has_site = !site.partitions.empty() || !site.qos.empty();
    const auto decision = policy_->decide({now,
                                           nodes_,
                                           free_,
                                           {},
                                           {},
                                           queue_,
                                           running_,
                                           changes_,
                                           true,
                                           nullptr,
                                           windows.empty() ? nullptr : &windows,
                                           has_site ? &site : nullptr});
    changes_ = {};
    for (const auto& stop : decision.stop)
      carry_out(stop);
    for (const auto& start : decision.start)
      carry_out(start);
    reasons_.clear();
    for (const auto& reason : decision.reasons)
      reasons_[jobs_[reason.job].name] = reason.code;
    return decision;
  }
  /// The same, at that date.
  Decision ask_at(Seconds date) {
    now = date;
    return ask();
  }

  /// The nodes of a job that runs; "waits" or "gone".
  std::string state(const std::string& name) {
    const auto& job = find(name);
    return job.runs ? job.nodes.text() : job.is_gone ? "gone" : "waits";
  }
  /// Why the job started or waited when the policy was last asked.
  std::string why(const std::string& name) const {
    const auto found = reasons_.find(name);
    return found == reasons_.end() ? "" : found->second;
  }

private:
  struct Job {
    std::string name;
    Credentials who;
    IndexSet allowed;
    Request request;
    QueuedJob queued;
    bool runs = false, is_gone = false;
    Seconds start = 0;
    IndexSet nodes;
  };

  Job& find(const std::string& name) {
    return *std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.name == name; });
  }
  static Release release_of(const Job& job) {
    return {job.start + job.queued.walltime, job.queued.id, job.queued.handle, job.queued.size, &job.nodes};
  }
  void wait(const Job& job) {
    const auto behind = std::find_if(queue_.begin(), queue_.end(),
                                     [&](const QueuedJob& other) { return comes_before(job.queued, other); });
    queue_.insert(behind, job.queued);
    changes_.arrived.push_back(job.queued);
  }
  Release take_back(Job& job) {
    EXPECT_TRUE(job.runs) << job.name;
    free_.insert(job.nodes);
    job.runs = false;
    return release_of(job);
  }
  void carry_out(const Stop& stop) {
    auto& job = jobs_[stop.job];
    changes_.ended.push_back(take_back(job));
    job.is_gone = !stop.requeue;
    if (stop.requeue)
      wait(job);
  }
  void carry_out(const Start& start) {
    auto& job = jobs_[start.job];
    EXPECT_FALSE(job.runs || job.is_gone) << job.name;
    EXPECT_EQ(start.nodes.size(), job.queued.size) << job.name;
    EXPECT_TRUE(free_.contains(start.nodes)) << job.name << " on " << start.nodes.text();
    EXPECT_TRUE(job.request.allowed == nullptr || job.allowed.contains(start.nodes)) << job.name;
    for (std::size_t number = 0; number < windows.size(); ++number)
      check(job, start.nodes, windows[number], job.request.window == static_cast<int>(number));
    free_.remove(start.nodes);
    job.runs = true;
    job.start = now;
    job.nodes = start.nodes;
    queue_.remove_if([&](const QueuedJob& one) { return one.handle == start.job; });
  }
  /// A job lies within its window, and outside of others.
  void check(const Job& job, const IndexSet& nodes, const Window& window, bool is_own) const {
    const Seconds end = now + job.queued.walltime;
    if (is_own) {
      EXPECT_TRUE(window.from <= now && end <= window.until && window.nodes.contains(nodes)) << job.name;
      return;
    }
    for (const int node : nodes)
      EXPECT_FALSE(now < window.until && window.from < end && window.nodes.contains(node))
          << job.name << " on " << node;
  }

  std::unique_ptr<Queue> policy_;
  IndexSet free_;
  int nodes_;
  std::deque<Job> jobs_; ///< by handle; their places in the memory stay
  std::list<QueuedJob> queue_;
  std::vector<Release> running_;
  Changes changes_;
  std::map<std::string, std::string> reasons_;
};

} // namespace malha::cluster
