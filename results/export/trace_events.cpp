// SPDX-License-Identifier: MIT
#include "trace_events.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/visible_text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace malha {
namespace {

std::int64_t nanoseconds(Seconds date) { return std::llround(date * 1e9); }

/// Nanoseconds as a number of microseconds.
void append_microseconds(std::string& line, std::int64_t time) {
  constexpr std::int64_t thousand = 1000;
  if (time < 0)
    line += '-';
  time = std::abs(time);
  line += std::to_string(time / thousand);
  if (time % thousand != 0)
    line += '.' + std::to_string(thousand + time % thousand).substr(1);
}

void append_object(std::string& line, const std::vector<std::pair<std::string, std::string>>& members) {
  line += '{';
  for (const auto& [name, value] : members)
    line += (line.back() == '{' ? "" : ",") + json_text(name) + ':' + value;
  line += '}';
}

} // namespace

std::string json_text(const std::string& text) { return nlohmann::json(visible_line(text)).dump(); }

TraceEvents::TraceEvents(std::ostream& out, const std::vector<std::pair<std::string, std::string>>& about)
    : out_(out) {
  append_object(line_, about);
  out_ << "{\"displayTimeUnit\":\"ms\",\"otherData\":" << line_ << ",\"traceEvents\":[";
}

void TraceEvents::name_process(int process, const std::string& name) {
  metadata("process_name", process, 0, "name", json_text(name));
  metadata("process_sort_index", process, 0, "sort_index", std::to_string(process));
}

void TraceEvents::name_track(int process, int track, const std::string& name) {
  metadata("thread_name", process, track, "name", json_text(name));
  metadata("thread_sort_index", process, track, "sort_index", std::to_string(track));
}

void TraceEvents::span(const TraceSpan& span) {
  const auto start = nanoseconds(span.start);
  begin("X", span.name, span.process, span.track);
  line_ += ",\"cat\":" + json_text(span.category) + ",\"ts\":";
  append_microseconds(line_, start);
  line_ += ",\"dur\":";
  append_microseconds(line_, nanoseconds(span.end) - start);
  line_ += ",\"args\":";
  append_object(line_, span.arguments);
  write();
}

void TraceEvents::counter(int process, const std::string& name, Seconds time, double value) {
  begin("C", name, process, 0);
  line_ += ",\"ts\":";
  append_microseconds(line_, nanoseconds(time));
  line_ += ",\"args\":{\"value\":" + shortest(value) + '}';
  write();
}

void TraceEvents::close() { out_ << "\n]}\n"; }

void TraceEvents::begin(const char* phase, const std::string& name, int process, int track) {
  line_ = "{\"ph\":\"" + std::string(phase) + "\",\"name\":" + json_text(name) +
          ",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(track);
}

void TraceEvents::metadata(const char* what, int process, int track, const std::string& key,
                           const std::string& json) {
  begin("M", what, process, track);
  line_ += ",\"args\":{\"" + key + "\":" + json + '}';
  write();
}

void TraceEvents::write() {
  line_ += '}';
  out_ << (is_first_ ? "\n" : ",\n") << line_;
  is_first_ = false;
}

} // namespace malha
