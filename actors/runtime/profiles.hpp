// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"
#include "xml.hpp"

namespace malha {

/// How one host or link of a platform changes in the course of time.
struct Profile {
  enum class Kind { host_state, host_speed, link_state, link_bandwidth, link_latency };
  struct Point {
    Seconds date;
    /// A state is on above 0. A speed is a factor of the speed that the host has otherwise. A bandwidth is in
    /// B/s, a latency in s.
    double value;
  };

  Kind kind;
  std::string where;         ///< the host or link
  std::vector<Point> points; ///< one or more, in the order of dates; of several at one date the last holds
  Seconds period = never;    ///< after which all points come again; at least the last date
  std::string place = "";    ///< "file:line" where the platform says so
};

/// "host_state", and so on.
std::string name_of(Profile::Kind kind);

/// What holds at a date: the value of the last point up to it, that date included; `before` where there is
/// none.
double value_at(const Profile& profile, Seconds date, double before);

/// The first date after `date` that has a point; `never` where none follows. SimGrid adds up the time between
/// points, so that its date may differ from this one in the last digits.
Seconds next_point(const Profile& profile, Seconds date);

/// The profiles of a platform file, in the order of the XML: those of attributes (speed_file and the like),
/// and those that a `<trace_connect>` gives to a host or link. The files that are read for it are added to
/// `files`. Throws InputError for all that SimGrid 3.32 would abort on, hang on, or ignore in silence.
std::vector<Profile> read_profiles(const XmlFile& platform, std::vector<std::filesystem::path>& files);

} // namespace malha
