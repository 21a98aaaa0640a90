// SPDX-License-Identifier: MIT
// EASY and conservative backfilling as batsched 1.4 has them (easy_bf, conservative_bf). A reservation holds
// the lowest nodes that are free for all of the job's walltime, from the date at which it is made; a later
// job may not have these nodes, even where as many others will be free. Malha's own policies count nodes
// instead (Mu'alem and Feitelson, TPDS 12(6), 2001). Conservative: when jobs end, each job in the order of
// submission gives its reservation back and gets the earliest one.
#include "policies/cluster/queue.hpp"

#include <algorithm>
#include <map>

namespace malha::against_batsim {
namespace {

using cluster::QueuedJob;

struct Reservation {
  Seconds start, end;
  IndexSet nodes;
};
using Reservations = std::map<cluster::JobHandle, Reservation>;

/// The nodes that none of the reservations has between the dates.
IndexSet free_between(Seconds start, Seconds end, int nodes, const std::vector<const Reservation*>& all) {
  std::vector<char> is_taken(static_cast<std::size_t>(nodes));
  for (const auto* one : all)
    if (one->start < end && one->end > start)
      for (const auto& some : one->nodes.intervals())
        std::fill_n(is_taken.begin() + some.first, some.size(), 1);
  IndexSet free;
  for (auto node = is_taken.begin(); node != is_taken.end();) {
    const auto first = std::find(node, is_taken.end(), 0);
    node = std::find(first, is_taken.end(), 1);
    free.insert(IndexSet(static_cast<int>(first - is_taken.begin()), static_cast<int>(node - first)));
  }
  return free;
}

class NamedNodes : public cluster::Queue {
public:
  explicit NamedNodes(const Parameters& parameters)
      : is_conservative_(parameters.text("backfill") == "conservative") {}

  cluster::Decision decide(const cluster::QueueView& view) override {
    for (const auto& ended : view.changes.ended)
      running_.erase(ended.handle);
    decision_ = {};
    if (is_conservative_)
      reserve_for_all(view);
    else
      reserve_for_head(view);
    return std::move(decision_);
  }

private:
  void reserve_for_all(const cluster::QueueView& view) {
    const auto look_at = [&](const QueuedJob& job) {
      reserved_.erase(job.handle);
      if (!start_now(job, view))
        reserved_[job.handle] = earliest(job, view);
    };
    if (view.changes.ended.empty())
      std::for_each(view.changes.arrived.begin(), view.changes.arrived.end(), look_at);
    else
      std::for_each(view.queue.begin(), view.queue.end(), look_at);
  }

  void reserve_for_head(const cluster::QueueView& view) {
    reserved_.clear();
    for (const auto& job : view.queue)
      if (!start_now(job, view) && reserved_.empty())
        reserved_[job.handle] = earliest(job, view);
  }

  bool start_now(const QueuedJob& job, const cluster::QueueView& view) {
    auto now = reservation_at(view.now, job, view);
    if (now.nodes.empty())
      return false;
    decision_.start.push_back({job.handle, now.nodes});
    running_[job.handle] = std::move(now);
    return true;
  }

  /// At the end of some other reservation, since nothing else gives nodes back.
  Reservation earliest(const QueuedJob& job, const cluster::QueueView& view) const {
    std::vector<Seconds> dates;
    for (const auto* one : all())
      dates.push_back(one->end);
    std::sort(dates.begin(), dates.end());
    for (const Seconds date : dates)
      if (auto reservation = reservation_at(date, job, view); !reservation.nodes.empty())
        return reservation;
    return {never, never, {}}; // larger than the cluster: the scheduler rejects it before it waits
  }

  /// Without nodes where too few are free for the whole walltime.
  Reservation reservation_at(Seconds date, const QueuedJob& job, const cluster::QueueView& view) const {
    const Seconds end = date + job.walltime;
    const auto free = free_between(date, end, view.nodes, all());
    return {date, end, free.size() < job.size ? IndexSet() : free.lowest(job.size)};
  }

  std::vector<const Reservation*> all() const {
    std::vector<const Reservation*> all;
    for (const auto* some : {&running_, &reserved_})
      for (const auto& one : *some)
        all.push_back(&one.second);
    return all;
  }

  const bool is_conservative_;
  Reservations running_;  ///< what running jobs have until their walltimes are over
  Reservations reserved_; ///< of jobs that wait
  cluster::Decision decision_;
};

} // namespace

MALHA_POLICY(policy<NamedNodes>("against_batsim/named_nodes",
                                "EASY or conservative backfilling whose reservations hold named nodes",
                                "batsched 1.4",
                                {choice("backfill", "easy", {"easy", "conservative"},
                                        "which jobs have reservations: the first, or all")}))

} // namespace malha::against_batsim
