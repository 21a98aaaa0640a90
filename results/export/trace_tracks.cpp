// SPDX-License-Identifier: MIT
#include "trace_tracks.hpp"

#include <limits>

namespace malha {

TraceTracks::TraceTracks(TraceEvents& events, const std::vector<ResourceRow>& resources, int first_process)
    : events_(events), next_process_(first_process) {
  std::map<std::string, int> processes, rows_of_host, cores;
  for (const auto& resource : resources)
    ++rows_of_host[resource.host];
  for (const auto& resource : resources) {
    const auto [site, is_new] = processes.emplace(resource.site, next_process_);
    if (is_new)
      events.name_process(next_process_++, resource.site.empty() ? "hosts" : resource.site);
    const bool is_core = rows_of_host[resource.host] > 1;
    resources_.push_back({site->second,
                          resource.host + (is_core ? " core " + std::to_string(cores[resource.host]++) : ""),
                          {}});
    for (int slot = 0; slot < resource.slots; ++slot)
      add_lane(resources_.back());
  }
}

TraceTracks::Track TraceTracks::take(int resource, Seconds start, Seconds end) {
  auto& tracks = resources_[static_cast<std::size_t>(resource)];
  Lane* best = nullptr; // the one that became free last, so that the others stay free for earlier starts
  for (auto& lane : tracks.lanes)
    if (lane.free_from <= start && (best == nullptr || best->free_from < lane.free_from))
      best = &lane;
  if (best == nullptr) {
    add_lane(tracks);
    best = &tracks.lanes.back();
  }
  best->free_from = end;
  return {tracks.process, best->track};
}

void TraceTracks::add_lane(Tracks& tracks) {
  const auto number = tracks.lanes.size();
  events_.name_track(tracks.process, next_track_,
                     tracks.host + (number == 0 ? "" : " (" + std::to_string(number + 1) + ")"));
  tracks.lanes.push_back({next_track_++, -std::numeric_limits<Seconds>::infinity()});
}

} // namespace malha
