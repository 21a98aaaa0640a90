// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"
#include "policies/sdk/random_streams.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <boost/random/weibull_distribution.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

namespace malha::environment {

/// Times with a mean, drawn from a Weibull distribution. With shape 1 they are exponential.
class WeibullTimes {
public:
  /// The mean in seconds, and the shape; both are above 0. A Weibull distribution of scale s and shape k has
  /// the mean s * gamma(1 + 1/k).
  WeibullTimes(Seconds mean, double shape)
      : distribution_(shape, mean / boost::math::tgamma(1 + 1 / shape)) {}

  /// A time of at least 1 µs: SimGrid cannot tell shorter ones apart from none.
  Seconds draw(RandomStreams::Engine& engine) {
    constexpr Seconds least = 1e-6;
    Seconds time = 0;
    do
      time = distribution_(engine);
    while (time < least);
    return time;
  }

private:
  boost::random::weibull_distribution<Seconds> distribution_;
};

/// The distributions of failures and repairs.
struct FailureModel {
  WeibullTimes up;                ///< from the start, or from a repair, to the failure that begins at a host
  WeibullTimes down;              ///< from a failure to its repair
  std::vector<std::size_t> racks; ///< the rack of each host
  double rack_share = 0;          ///< share of the failures that take the whole rack of their host
  Seconds horizon = never;        ///< no failure begins later
};

/// The failures and repairs of hosts, one switch after the other, without end before the horizon. Each host
/// draws from a stream of its own: its times up and down, and whether a failure takes its whole rack. A rack
/// that fails is repaired as a whole; a host of it that was down already recovers with the later of the two
/// repairs.
class FailurePlan {
public:
  struct Switch {
    Seconds date;
    std::size_t host;
    bool is_on;
  };

  /// `engines` has the stream of each host.
  FailurePlan(FailureModel model, std::vector<std::reference_wrapper<RandomStreams::Engine>> engines)
      : model_(std::move(model)), engines_(std::move(engines)), hosts_(engines_.size()) {
    for (std::size_t host = 0; host < hosts_.size(); ++host)
      plan_failure(host, 0);
  }

  /// The next switch, by date, ties by host; nothing when all hosts are up for good.
  std::optional<Switch> next() {
    while (switches_.empty() && !events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      if (event.number == hosts_[event.host].event)
        take(event);
    }
    if (switches_.empty())
      return std::nullopt;
    const Switch first = switches_.front();
    switches_.erase(switches_.begin());
    return first;
  }

private:
  struct Host {
    bool is_up = true;
    Seconds back = 0; ///< date of its repair while it is down
    int event = 0;    ///< the number of its next event: earlier ones do not come
  };
  struct Event {
    Seconds date;
    std::size_t host;
    int number;
    bool operator<(const Event& other) const { // the earliest on top of the heap
      return std::tie(date, host) > std::tie(other.date, other.host);
    }
  };

  void plan(std::size_t host, Seconds date) { events_.push({date, host, ++hosts_[host].event}); }

  void plan_failure(std::size_t host, Seconds since) {
    const Seconds date = since + model_.up.draw(engines_[host]);
    if (date <= model_.horizon)
      plan(host, date);
  }

  void take(const Event& event) {
    if (hosts_[event.host].is_up)
      return fail(event.host, event.date);
    hosts_[event.host].is_up = true;
    switches_.push_back({event.date, event.host, true});
    plan_failure(event.host, event.date);
  }

  void fail(std::size_t host, Seconds date) {
    const bool takes_rack = model_.rack_share > 0 && boost::random::uniform_real_distribution<>(0, 1)(
                                                         engines_[host].get()) < model_.rack_share;
    const Seconds back = date + model_.down.draw(engines_[host]);
    if (!takes_rack)
      return take_down(host, date, back);
    for (std::size_t other = 0; other < hosts_.size(); ++other)
      if (model_.racks[other] == model_.racks[host])
        take_down(other, date, back);
  }

  void take_down(std::size_t number, Seconds date, Seconds back) {
    auto& host = hosts_[number];
    if (host.is_up)
      switches_.push_back({date, number, false});
    else if (back <= host.back)
      return;
    host.is_up = false;
    host.back = back;
    plan(number, back);
  }

  FailureModel model_;
  std::vector<std::reference_wrapper<RandomStreams::Engine>> engines_; ///< by host
  std::vector<Host> hosts_;
  std::priority_queue<Event> events_;
  std::vector<Switch> switches_; ///< of the last event, as far as they are not taken
};

} // namespace malha::environment
