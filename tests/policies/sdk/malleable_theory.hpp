// SPDX-License-Identifier: MIT
// What theory says of jobs that are all there at 0 and may change at any date, on fractions of nodes.
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace malha::testing {

/// Ends of jobs of these ascending works on so many nodes, of which all jobs have the same share, under
/// S = n^p: C_k is the sum over i <= k of (w_i - w_(i-1)) ((m - i + 1) / N)^p. p = 1: linear.
inline std::vector<Seconds> equi_ends(const std::vector<double>& works, double nodes, double p = 1) {
  std::vector<Seconds> ends;
  Seconds end = 0;
  double before = 0, sharers = static_cast<double>(works.size());
  for (const double work : works) {
    end += (work - before) * std::pow(sharers-- / nodes, p);
    before = work;
    ends.push_back(end);
  }
  return ends;
}

/// The share of the nodes that heSRPT gives to the i-th largest of m jobs, i from 1 (Berg, Vesilo,
/// Harchol-Balter, arXiv 1903.09346): (i / m)^(1 / (1 - p)) - ((i - 1) / m)^(1 / (1 - p)), p below 1.
inline double hesrpt_share(int i, int m, double p) {
  const auto part = [&](double jobs) { return std::pow(jobs / m, 1 / (1 - p)); };
  return part(i) - part(i - 1);
}

/// The least sum of ends of jobs of these descending works under S = n^p: N^-p times the sum of
/// w_k (k^(1 / (1 - p)) - (k - 1)^(1 / (1 - p)))^(1 - p). The same source.
inline double hesrpt_sum(const std::vector<double>& works, double nodes, double p) {
  double sum = 0, k = 0;
  for (const double work : works) {
    ++k;
    sum += work * std::pow(std::pow(k, 1 / (1 - p)) - std::pow(k - 1, 1 / (1 - p)), 1 - p);
  }
  return sum * std::pow(nodes, -p);
}

/// The least sum of ends under linear speed-up: the shortest job first, on all nodes.
inline double shortest_first_sum(std::vector<double> works, double nodes) {
  std::sort(works.begin(), works.end());
  std::partial_sum(works.begin(), works.end(), works.begin());
  return std::accumulate(works.begin(), works.end(), 0.0) / nodes;
}

/// Mean turnaround of Poisson arrivals of `rate` on nodes that all jobs share, linear (M/G/1 processor
/// sharing): E[w] / N / (1 - rho).
inline Seconds mean_turnaround_of_sharing(double rate, double mean_work, double nodes) {
  return mean_work / nodes / (1 - rate * mean_work / nodes);
}

/// Ends of jobs whose nodes are given anew whenever one ends. `share_of(i, m)`: what the i-th largest of the
/// m that are left gets of the nodes. `works` descend, and so do shares in such a way that the last job ends
/// first, or with others.
inline std::vector<Seconds> fluid_ends(std::vector<double> works, double nodes, double p,
                                       const std::function<double(int, int)>& share_of) {
  std::vector<Seconds> ends(works.size());
  Seconds now = 0;
  for (auto left = static_cast<int>(works.size()); left > 0; --left) {
    const auto speed = [&](int i) { return std::pow(share_of(i, left) * nodes, p); };
    const Seconds step = works[static_cast<std::size_t>(left - 1)] / speed(left);
    now += step;
    for (int i = 1; i <= left; ++i)
      works[static_cast<std::size_t>(i - 1)] -= step * speed(i);
    ends[static_cast<std::size_t>(left - 1)] = now;
  }
  return ends;
}

} // namespace malha::testing
