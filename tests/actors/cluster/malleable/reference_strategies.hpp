// SPDX-License-Identifier: MIT
// The strategies of the reference, as plainly as they can be said.
#pragma once
#include "reference.hpp"

namespace malha::testing::malleable {

enum class Strategy { rigid, greedy, equi, min, pref, keep_pref };

/// Grants requests to shrink, and those to grow of which all nodes are free and kept for no other job, by
/// (submitted, id).
inline void answer_requests(ReferenceCluster& cluster) {
  for (auto* live : cluster.running()) {
    if (live->request == 0)
      continue;
    const int own = std::max(0, live->target - live->nodes);
    if (live->request - live->nodes > std::max(0, cluster.free() - cluster.kept + own))
      continue;
    cluster.resize(*live, live->request);
    ++live->run->granted;
    cluster.settle(*live);
  }
}

/// First come, first served, on the preferred sizes; nothing changes.
inline void decide_rigid(ReferenceCluster& cluster) {
  while (!cluster.waiting().empty() && cluster.waiting().front()->size().pref <= cluster.free()) {
    auto& live = *cluster.waiting().front();
    cluster.start(live, live.size().pref);
  }
}

/// Each job gets what is free, up to its maximum (the example algorithm of ElastiSim).
inline void decide_greedily(ReferenceCluster& cluster) {
  answer_requests(cluster);
  while (!cluster.waiting().empty() && cluster.waiting().front()->size().min <= cluster.free()) {
    auto& live = *cluster.waiting().front();
    cluster.start(live, std::min(cluster.free(), live.size().max));
  }
  for (auto* live : cluster.running())
    if (live->obeys() && live->at_point)
      cluster.resize(*live, std::min(live->size().max, live->nodes + cluster.free()));
}

/// The index of the job with the least value; `jobs.size()` if all have `none`. The first of several.
template <class Value>
std::size_t least(const std::vector<Live*>& jobs, Value value, int none) {
  std::size_t best = jobs.size();
  int least_value = none;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (const int one = value(i); one < least_value) {
      least_value = one;
      best = i;
    }
  return best;
}

/// The nodes of jobs that share so many: each has its minimum; each further node goes to the one with the
/// fewest that is below its maximum.
inline std::vector<int> equal_parts(const std::vector<Live*>& sharers, int nodes) {
  constexpr int full = std::numeric_limits<int>::max();
  std::vector<int> parts;
  for (const auto* live : sharers) {
    parts.push_back(live->size().min);
    nodes -= live->size().min;
  }
  for (; nodes > 0; --nodes) {
    const auto next = least(
        sharers, [&](std::size_t i) { return parts[i] < sharers[i]->size().max ? parts[i] : full; }, full);
    if (next == sharers.size())
      break;
    ++parts[next];
  }
  return parts;
}

/// Equipartition (Tucker and Gupta 1989; McCann et al. 1993), in whole nodes.
inline void decide_equi(ReferenceCluster& cluster) {
  answer_requests(cluster);
  int nodes = cluster.nodes(), minima = 0;
  std::vector<Live*> sharers;
  for (auto* live : cluster.running()) {
    if (!live->obeys()) {
      nodes -= live->nodes;
      continue;
    }
    sharers.push_back(live);
    minima += live->size().min;
    cluster.resize(*live, live->nodes); // what has not happened is decided anew
  }
  for (auto* live : cluster.waiting()) {
    if (minima + live->size().min > nodes)
      break;
    sharers.push_back(live);
    minima += live->size().min;
  }
  std::stable_sort(sharers.begin(), sharers.end(), [](const Live* a, const Live* b) {
    return std::pair(a->job->submitted, a->job->id) < std::pair(b->job->submitted, b->job->id);
  });
  const auto parts = equal_parts(sharers, nodes);
  for (std::size_t i = 0; i < sharers.size(); ++i)
    if (sharers[i]->nodes > parts[i])
      cluster.resize(*sharers[i], parts[i]);
  bool one_waits = false;
  for (std::size_t i = 0; i < sharers.size() && !one_waits; ++i) {
    if (sharers[i]->nodes > 0)
      continue;
    const int given = std::min(parts[i], cluster.free());
    one_waits = given < sharers[i]->size().min;
    if (!one_waits)
      cluster.start(*sharers[i], given);
  }
  for (std::size_t i = 0; i < sharers.size() && !one_waits; ++i)
    if (sharers[i]->obeys() && sharers[i]->target < parts[i] && sharers[i]->target >= sharers[i]->nodes)
      cluster.resize(*sharers[i], std::min(parts[i], sharers[i]->target + cluster.free()));
}

/// The sizes of one of the strategies that shrink running jobs so that waiting ones start (the family of
/// Posner, Hupfeld, Finnerty 2023, with a common pool of nodes).
struct ShrinkToStart {
  int Malleability::*start;                ///< with so many a job starts
  int Malleability::*floor;                ///< to which it may be shrunk
  std::vector<int Malleability::*> growth; ///< up to which idle nodes go to all jobs, one after the other

  void operator()(ReferenceCluster& cluster) const {
    answer_requests(cluster);
    for (auto* live : cluster.running())
      if (live->target > live->nodes)
        cluster.resize(*live, live->nodes);
    for (auto* live : cluster.running())
      if (live->at_point && live->target < live->nodes)
        shrink(cluster, *live, live->target);
    start_promised(cluster);
    start_waiting(cluster);
    promise(cluster);
    start_promised(cluster);
    if (cluster.waiting().empty())
      grow(cluster);
  }

private:
  static void shrink(ReferenceCluster& cluster, Live& live, int nodes) {
    if (live.at_point)
      cluster.kept += live.nodes - nodes;
    cluster.resize(live, nodes);
  }

  static void start_promised(ReferenceCluster& cluster) {
    const auto first = [&]() -> Live* {
      for (auto* live : cluster.waiting())
        if (live->promised)
          return live;
      return nullptr;
    };
    auto* live = first();
    for (; live != nullptr && live->size().min <= cluster.free(); live = first()) {
      cluster.kept = std::max(0, cluster.kept - live->size().min);
      cluster.start(*live, live->size().min);
    }
    if (live == nullptr)
      cluster.kept = 0;
  }

  void start_waiting(ReferenceCluster& cluster) const {
    const auto jobs = cluster.waiting();
    for (auto* live : jobs) {
      if (live->promised)
        continue;
      const int nodes = std::min(live->size().*start, cluster.free() - cluster.kept);
      if (nodes < live->size().min)
        return;
      cluster.start(*live, nodes);
    }
  }

  void promise(ReferenceCluster& cluster) const {
    for (auto* live : cluster.waiting()) {
      if (live->promised)
        continue;
      std::vector<Live*> givers;
      int surplus = 0;
      for (auto* giver : cluster.running())
        if (giver->obeys() && giver->target > giver->size().*floor) {
          givers.push_back(giver);
          surplus += giver->target - giver->size().*floor;
        }
      if (surplus < live->size().min)
        return;
      for (int i = 0; i < live->size().min; ++i) {
        const auto next = least(
            givers, [&](std::size_t one) { return givers[one]->size().*floor - givers[one]->target; }, 0);
        shrink(cluster, *givers[next], givers[next]->target - 1);
      }
      live->promised = true;
    }
  }

  /// Nobody waits: what was to be given back stays, and idle nodes go to jobs with the fewest nodes above
  /// those with which they start.
  void grow(ReferenceCluster& cluster) const {
    constexpr int full = std::numeric_limits<int>::max();
    std::vector<Live*> takers;
    for (auto* live : cluster.running())
      if (live->obeys()) {
        if (live->target < live->nodes)
          cluster.resize(*live, live->nodes);
        takers.push_back(live);
      }
    for (const auto bound : growth)
      while (cluster.free() > 0) {
        const auto next = least(
            takers,
            [&](std::size_t i) {
              const auto& size = takers[i]->size();
              return takers[i]->target < size.*bound ? takers[i]->target - size.*start : full;
            },
            full);
        if (next == takers.size())
          break;
        cluster.resize(*takers[next], takers[next]->target + 1);
      }
  }
};

inline std::vector<ReferenceRun> reference(const std::vector<ReferenceJob>& jobs, int nodes,
                                           Strategy strategy) {
  const auto min = &Malleability::min, pref = &Malleability::pref, max = &Malleability::max;
  ReferenceCluster cluster(nodes);
  switch (strategy) {
  case Strategy::rigid:
    return cluster.run(jobs, decide_rigid);
  case Strategy::greedy:
    return cluster.run(jobs, decide_greedily);
  case Strategy::equi:
    return cluster.run(jobs, decide_equi);
  case Strategy::min:
    return cluster.run(jobs, ShrinkToStart{min, min, {max}});
  case Strategy::pref:
    return cluster.run(jobs, ShrinkToStart{pref, pref, {pref, max}});
  default:
    return cluster.run(jobs, ShrinkToStart{pref, pref, {pref}});
  }
}

} // namespace malha::testing::malleable
