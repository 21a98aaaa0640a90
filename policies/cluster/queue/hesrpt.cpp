// SPDX-License-Identifier: MIT
// heSRPT (Berg, Vesilo and Harchol-Balter, arXiv 1903.09346), which has the least sum of ends of jobs that
// are all there at 0, may change at any date, and have S(n) = n^p: the i-th largest of m jobs by what is left
// of their work gets (i / m)^(1 / (1 - p)) - ((i - 1) / m)^(1 / (1 - p)) of the nodes. The rest is ours:
// - whole nodes: each job has its share rounded down, within its sizes; further nodes go one by one to the
//   one that has the least of its share, and if there are too few, the one that has the most of it gives one;
//   so nodes go by largest remainders where no size binds. Ties by id;
// - running jobs that obey share, and so do waiting ones, that with the least work first, while the minima of
//   all fit: as a job has at least one node, of more jobs than nodes the largest wait;
// - p is that of the jobs, log S(max) / log max, which is the exponent of a power and 1 of linear jobs (then
//   all nodes go to the smallest); if they have several, their mean;
// - jobs of other kinds start on their share, within their sizes, and keep it; jobs with parts change at
//   their points. Requests are answered as by cluster/greedy. The work of a job is what its walltime says.
#include "sharing.hpp"

#include <cmath>

namespace malha::cluster {
namespace {

/// What a job has of the nodes before that is rounded.
struct Share {
  Sharer* job;
  double work; ///< that is left
  double exponent, nodes = 0;
};

/// p of S(n) = n^p; below 0: a job of one size tells none.
double exponent_of(const JobSizes* sizes) {
  return sizes != nullptr && sizes->min < sizes->max
             ? std::log(sizes->law.at(sizes->max)) / std::log(sizes->max)
             : -1;
}

double mean_exponent(const std::vector<Share>& shares) {
  double sum = 0, jobs = 0;
  for (const auto& one : shares)
    if (one.exponent >= 0) {
      sum += one.exponent;
      ++jobs;
    }
  return jobs > 0 ? std::min(1.0, sum / jobs) : 0;
}

/// Says how many of the nodes each gets. They are sorted by descending work.
void divide(std::vector<Share>& shares, int nodes) {
  const double jobs = static_cast<double>(shares.size()), power = 1 / (1 - mean_exponent(shares));
  double rank = 0;
  for (auto& one : shares) {
    one.nodes = nodes * (std::pow((rank + 1) / jobs, power) - std::pow(rank / jobs, power));
    ++rank;
  }
}

/// The job whose part may change by `change`, and that has the least of its share for 1, the most for -1; the
/// first of several. Null: there is none.
Share* next_to_change(std::vector<Share>& shares, int change) {
  const auto lacks = [&](const Share& one) { return change * (one.nodes - one.job->part); };
  Share* next = nullptr;
  for (auto& one : shares) {
    const auto& sizes = one.job->sizes;
    const bool may = change > 0 ? one.job->part < sizes.max : one.job->part > sizes.min;
    if (may && (next == nullptr || lacks(one) > lacks(*next) ||
                (lacks(one) >= lacks(*next) && one.job->id < next->job->id)))
      next = &one;
  }
  return next;
}

/// Gives each its share of so many nodes, in whole nodes.
void round(std::vector<Share>& shares, int nodes) {
  for (auto& one : shares) {
    const double whole = std::floor(one.nodes + 1e-9); // 2.9999999999 by rounding are 3
    one.job->part = std::clamp(static_cast<int>(whole), one.job->sizes.min, one.job->sizes.max);
    nodes -= one.job->part;
  }
  while (nodes != 0) {
    const int change = nodes > 0 ? 1 : -1;
    Share* next = next_to_change(shares, change);
    if (next == nullptr)
      return;
    next->job->part += change;
    nodes -= change;
  }
}

class HeSrpt : public Queue {
public:
  explicit HeSrpt(const Parameters&) {}

  Decision decide(const QueueView& view) override {
    for (const auto& ended : view.changes.ended)
      works_.erase(ended.handle);
    DecisionDraft draft(view);
    Sizing sizing(draft, owed_);
    sizing.answer_requests();
    const auto least_first = [](const QueuedJob& a, const QueuedJob& b) {
      return std::pair(work_of(a), a.id) < std::pair(work_of(b), b.id);
    };
    give_parts(parts(view, sizing, least_first), sizing, least_first);
    for (const auto& job : sizing.started())
      works_[job.handle] = work_of(*job.starts);
    sizing.finish();
    draft.hold_others([&](const QueuedJob& job) {
      return sizes_of(job).min <= draft.free() ? "behind_head" : "too_few_nodes";
    });
    return draft.finish();
  }
  bool heeds_order_of_queue() const override { return false; }
  bool resizes() const override { return true; }

private:
  static double work_of(const QueuedJob& job) {
    return job.walltime * (job.sizes != nullptr ? job.sizes->law.at(job.size) : job.size);
  }
  double work_left(const ChangingJob& job, Seconds now) const {
    const auto work = works_.find(job.handle);
    return work != works_.end() ? work->second * job.release->resizing->left_at(now) : never;
  }

  template <class Before>
  std::vector<Sharer> parts(const QueueView& view, Sizing& sizing, Before least_first) const {
    const int nodes = nodes_to_share(view, sizing);
    auto sharers = running_sharers(sizing);
    int minima = 0;
    for (const auto& one : sharers)
      minima += one.sizes.min;
    std::vector<const QueuedJob*> waiting;
    for (const auto& job : view.queue)
      waiting.push_back(&job);
    std::sort(waiting.begin(), waiting.end(), [&](auto* a, auto* b) { return least_first(*a, *b); });
    for (const auto* job : waiting) {
      const auto sizes = sizes_of(*job);
      if (minima + sizes.min > nodes)
        break;
      sharers.push_back({job->id, sizes, nullptr, job});
      minima += sizes.min;
    }
    std::vector<Share> shares;
    for (auto& one : sharers)
      if (one.runs != nullptr)
        shares.push_back(
            {&one, work_left(*one.runs, view.now), exponent_of(one.runs->release->resizing->sizes)});
      else
        shares.push_back({&one, work_of(*one.waiting), exponent_of(one.waiting->sizes)});
    std::sort(shares.begin(), shares.end(),
              [](const Share& a, const Share& b) { // of equals the later is larger
                return a.work > b.work || (a.work >= b.work && a.job->id > b.job->id);
              });
    divide(shares, nodes);
    round(shares, nodes);
    return sharers;
  }

  std::map<JobHandle, double> works_; ///< of the jobs that run
  Sizing::Owed owed_;
};

} // namespace

MALHA_POLICY(
    policy<HeSrpt>("cluster/hesrpt",
                   "gives the smallest jobs the most nodes, as is best for jobs that may change at any date",
                   "Berg, Vesilo and Harchol-Balter, arXiv 1903.09346", {}))

} // namespace malha::cluster
