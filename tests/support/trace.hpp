// SPDX-License-Identifier: MIT
#pragma once
#include "program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace malha::testing {

/// A file in the Trace Event format that has been read and checked.
struct Trace {
  using Track = std::pair<int, int>; ///< process and thread

  nlohmann::json file;
  std::map<Track, std::string> tracks;  ///< names
  std::map<int, std::string> processes; ///< names
  std::vector<nlohmann::json> spans, counters;

  /// How many spans are of a row of jobs.csv or attempts.csv, and no outages.
  std::int64_t spans_of_rows() const {
    return std::count_if(spans.begin(), spans.end(),
                         [](const auto& span) { return span["cat"] != "outage"; });
  }
};

/// Whether a number of microseconds has at most three decimals.
inline bool is_in_nanoseconds(double microseconds) {
  return std::abs(microseconds * 1000 - std::round(microseconds * 1000)) < 1e-3 * std::max(1.0, microseconds);
}

/// The fields that the Trace Event format wants of every event, and of events of each kind.
inline void check_event(const nlohmann::json& event) {
  SCOPED_TRACE(event.dump());
  ASSERT_TRUE(event.is_object());
  ASSERT_TRUE(event.contains("ph") && event["ph"].is_string());
  ASSERT_TRUE(event.contains("name") && event["name"].is_string());
  ASSERT_TRUE(event.contains("pid") && event["pid"].is_number_integer());
  ASSERT_TRUE(event.contains("tid") && event["tid"].is_number_integer());
  ASSERT_TRUE(event.contains("args") && event["args"].is_object());
  const auto phase = event["ph"].get<std::string>();
  ASSERT_TRUE(phase == "X" || phase == "C" || phase == "M");
  if (phase == "M")
    return;
  ASSERT_TRUE(event.contains("ts") && event["ts"].is_number());
  EXPECT_TRUE(is_in_nanoseconds(event["ts"]));
  if (phase == "C") {
    EXPECT_FALSE(event["args"].empty());
    for (const auto& value : event["args"])
      EXPECT_TRUE(value.is_number());
    return;
  }
  ASSERT_TRUE(event.contains("cat") && event["cat"].is_string());
  ASSERT_TRUE(event.contains("dur") && event["dur"].is_number());
  EXPECT_GE(event["dur"], 0);
}

/// Spans of a track neither overlap nor lie in each other.
inline void check_tracks(const Trace& trace) {
  std::map<Trace::Track, std::vector<std::pair<std::int64_t, std::int64_t>>> intervals;
  for (const auto& span : trace.spans) {
    const Trace::Track track{span["pid"], span["tid"]};
    EXPECT_EQ(trace.tracks.count(track), 1U) << span;
    const auto start = std::llround(span["ts"].get<double>() * 1000);
    intervals[track].emplace_back(start, start + std::llround(span["dur"].get<double>() * 1000));
  }
  for (auto& [track, all] : intervals) {
    std::sort(all.begin(), all.end());
    for (std::size_t i = 1; i < all.size(); ++i)
      EXPECT_LE(all[i - 1].second, all[i].first) << trace.tracks.at(track);
  }
}

/// Reads a trace and checks it against the Trace Event format.
inline Trace checked_trace(const std::filesystem::path& path) {
  Trace trace;
  trace.file = nlohmann::json::parse(text_of(path), nullptr, false);
  EXPECT_TRUE(trace.file.is_object());
  EXPECT_EQ(trace.file.value("displayTimeUnit", ""), "ms");
  std::map<std::pair<std::string, int>, double> last; // date of each counter
  for (const auto& event : trace.file.value("traceEvents", nlohmann::json::array())) {
    check_event(event);
    const auto phase = event["ph"].get<std::string>();
    if (event["name"] == "thread_name") {
      EXPECT_TRUE(
          trace.tracks.emplace(Trace::Track{event["pid"], event["tid"]}, event["args"]["name"]).second);
    } else if (event["name"] == "process_name") {
      EXPECT_TRUE(trace.processes.emplace(event["pid"], event["args"]["name"]).second);
    } else if (phase == "X") {
      trace.spans.push_back(event);
    } else if (phase == "C") {
      auto [before, is_first] = last.emplace(std::pair(event["name"], event["pid"]), event["ts"]);
      EXPECT_TRUE(is_first || before->second < event["ts"]) << event;
      before->second = event["ts"];
      trace.counters.push_back(event);
    }
  }
  for (const auto& [track, name] : trace.tracks)
    EXPECT_EQ(trace.processes.count(track.first), 1U) << name;
  check_tracks(trace);
  return trace;
}

} // namespace malha::testing
