// SPDX-License-Identifier: MIT
#pragma once
#include "agenda.hpp"

namespace malha {

/// The resources that are down, and since when. The model that gives them tasks detects it after a fixed
/// delay.
class Outages {
public:
  /// `detection_delay` in seconds, at least 0.
  Outages(std::size_t resources, Seconds detection_delay)
      : detection_delay_(detection_delay), down_since_(resources) {}

  /// A resource fails, and its detection is planned. Returns false if it was down already.
  bool begin(int resource, Seconds date, Agenda& agenda) {
    auto& down = down_since_[index(resource)];
    if (down)
      return false;
    down = date;
    agenda.push({date + detection_delay_, Event::detection, false, static_cast<std::uint32_t>(resource)});
    return true;
  }
  /// A resource recovers.
  void end(int resource) { down_since_[index(resource)].reset(); }

  const std::optional<Seconds>& since(int resource) const { return down_since_[index(resource)]; }
  /// Whether a planned detection still holds: the resource may have recovered, and failed again.
  bool is_detected(int resource, Seconds date) const {
    const auto& down = since(resource);
    return down && *down + detection_delay_ <= date;
  }

private:
  static std::size_t index(int resource) { return static_cast<std::size_t>(resource); }

  const Seconds detection_delay_;
  std::vector<std::optional<Seconds>> down_since_; ///< by resource
};

} // namespace malha
