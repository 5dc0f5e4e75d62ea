// Mirrors components/esp_wifi/include/{esp_wifi,esp_wifi_types_generic,esp_wifi_default}.h, ESP-IDF v5.5:
// only what hal_esp uses. Structs hold all fields that stand before one that is used.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "esp_err.h"
#include "esp_event.h"
#include "esp_netif.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  WIFI_MODE_NULL = 0,
  WIFI_MODE_STA,
  WIFI_MODE_AP,
  WIFI_MODE_APSTA,
} wifi_mode_t;

typedef enum {
  WIFI_IF_STA = 0,
  WIFI_IF_AP = 1,
} wifi_interface_t;

typedef enum { WIFI_STORAGE_FLASH, WIFI_STORAGE_RAM } wifi_storage_t;
typedef enum { WIFI_PS_NONE, WIFI_PS_MIN_MODEM, WIFI_PS_MAX_MODEM } wifi_ps_type_t;

typedef enum {
  WIFI_AUTH_OPEN = 0,
  WIFI_AUTH_WEP,
  WIFI_AUTH_WPA_PSK,
  WIFI_AUTH_WPA2_PSK,
  WIFI_AUTH_WPA_WPA2_PSK,
  WIFI_AUTH_ENTERPRISE,
  WIFI_AUTH_WPA2_ENTERPRISE = WIFI_AUTH_ENTERPRISE,
  WIFI_AUTH_WPA3_PSK,
  WIFI_AUTH_WPA2_WPA3_PSK,
  WIFI_AUTH_WAPI_PSK,
  WIFI_AUTH_OWE,
} wifi_auth_mode_t;

typedef enum {
  WIFI_REASON_ASSOC_LEAVE = 8,
  WIFI_REASON_MIC_FAILURE = 14,
  WIFI_REASON_4WAY_HANDSHAKE_TIMEOUT = 15,
  WIFI_REASON_802_1X_AUTH_FAILED = 23,
  WIFI_REASON_NO_AP_FOUND = 201,
  WIFI_REASON_AUTH_FAIL = 202,
  WIFI_REASON_HANDSHAKE_TIMEOUT = 204,
  WIFI_REASON_NO_AP_FOUND_W_COMPATIBLE_SECURITY = 210,
  WIFI_REASON_NO_AP_FOUND_IN_AUTHMODE_THRESHOLD = 211,
  WIFI_REASON_NO_AP_FOUND_IN_RSSI_THRESHOLD = 212,
} wifi_err_reason_t;

typedef enum {
  WIFI_SECOND_CHAN_NONE = 0,
  WIFI_SECOND_CHAN_ABOVE,
  WIFI_SECOND_CHAN_BELOW,
} wifi_second_chan_t;

typedef enum { WIFI_SCAN_TYPE_ACTIVE = 0, WIFI_SCAN_TYPE_PASSIVE } wifi_scan_type_t;
typedef struct {
  uint32_t min;
  uint32_t max;
} wifi_active_scan_time_t;
typedef struct {
  wifi_active_scan_time_t active;
  uint32_t passive;
} wifi_scan_time_t;
typedef struct {
  uint16_t ghz_2_channels;
  uint32_t ghz_5_channels;
} wifi_scan_channel_bitmap_t;
typedef struct {
  uint8_t* ssid;
  uint8_t* bssid;
  uint8_t channel;
  bool show_hidden;
  wifi_scan_type_t scan_type;
  wifi_scan_time_t scan_time;
  uint8_t home_chan_dwell_time;
  wifi_scan_channel_bitmap_t channel_bitmap;
} wifi_scan_config_t;

typedef struct {
  uint8_t bssid[6];
  uint8_t ssid[33];
  uint8_t primary;
  wifi_second_chan_t second;
  int8_t rssi;
  wifi_auth_mode_t authmode;
} wifi_ap_record_t;

typedef enum { WIFI_FAST_SCAN = 0, WIFI_ALL_CHANNEL_SCAN } wifi_scan_method_t;
typedef enum { WIFI_CONNECT_AP_BY_SIGNAL = 0, WIFI_CONNECT_AP_BY_SECURITY } wifi_sort_method_t;
typedef struct {
  int8_t rssi;
  wifi_auth_mode_t authmode;
} wifi_scan_threshold_t;
typedef struct {
  bool capable;
  bool required;
} wifi_pmf_config_t;
typedef enum {
  WPA3_SAE_PWE_UNSPECIFIED,
  WPA3_SAE_PWE_HUNT_AND_PECK,
  WPA3_SAE_PWE_HASH_TO_ELEMENT,
  WPA3_SAE_PWE_BOTH,
} wifi_sae_pwe_method_t;

typedef enum {
  WIFI_CIPHER_TYPE_NONE = 0,
  WIFI_CIPHER_TYPE_WEP40,
  WIFI_CIPHER_TYPE_WEP104,
  WIFI_CIPHER_TYPE_TKIP,
  WIFI_CIPHER_TYPE_CCMP,
} wifi_cipher_type_t;

typedef struct {
  uint8_t ssid[32];
  uint8_t password[64];
  uint8_t ssid_len;
  uint8_t channel;
  wifi_auth_mode_t authmode;
  uint8_t ssid_hidden;
  uint8_t max_connection;
  uint16_t beacon_interval;
  uint8_t csa_count;
  uint8_t dtim_period;
  wifi_cipher_type_t pairwise_cipher;
} wifi_ap_config_t;

typedef struct {
  uint8_t ssid[32];
  uint8_t password[64];
  wifi_scan_method_t scan_method;
  bool bssid_set;
  uint8_t bssid[6];
  uint8_t channel;
  uint16_t listen_interval;
  wifi_sort_method_t sort_method;
  wifi_scan_threshold_t threshold;
  wifi_pmf_config_t pmf_cfg;
  uint32_t rm_enabled : 1;
  uint32_t btm_enabled : 1;
  uint32_t mbo_enabled : 1;
  uint32_t ft_enabled : 1;
  uint32_t owe_enabled : 1;
  uint32_t transition_disable : 1;
  uint32_t reserved : 26;
  wifi_sae_pwe_method_t sae_pwe_h2e;
} wifi_sta_config_t;

typedef union {
  wifi_ap_config_t ap;
  wifi_sta_config_t sta;
} wifi_config_t;

#define ESP_WIFI_MAX_CONN_NUM (15)
typedef struct {
  uint8_t mac[6];
  int8_t rssi;
} wifi_sta_info_t;
typedef struct {
  wifi_sta_info_t sta[ESP_WIFI_MAX_CONN_NUM];
  int num;
} wifi_sta_list_t;

typedef enum {
  WIFI_EVENT_WIFI_READY = 0,
  WIFI_EVENT_SCAN_DONE,
  WIFI_EVENT_STA_START,
  WIFI_EVENT_STA_STOP,
  WIFI_EVENT_STA_CONNECTED,
  WIFI_EVENT_STA_DISCONNECTED,
} wifi_event_t;

ESP_EVENT_DECLARE_BASE(WIFI_EVENT);

typedef struct {
  uint32_t status;
  uint8_t number;
  uint8_t scan_id;
} wifi_event_sta_scan_done_t;

typedef struct {
  uint8_t ssid[32];
  uint8_t ssid_len;
  uint8_t bssid[6];
  uint8_t reason;
  int8_t rssi;
} wifi_event_sta_disconnected_t;

/// The vendor's has many more fields, which only WIFI_INIT_CONFIG_DEFAULT fills.
typedef struct {
  int nvs_enable;
  int magic;
} wifi_init_config_t;
#define WIFI_INIT_CONFIG_MAGIC 0x1F2F3F4F
#define WIFI_INIT_CONFIG_DEFAULT() \
  { .nvs_enable = 1, .magic = WIFI_INIT_CONFIG_MAGIC }

esp_netif_t* esp_netif_create_default_wifi_ap(void);
esp_netif_t* esp_netif_create_default_wifi_sta(void);

esp_err_t esp_wifi_init(const wifi_init_config_t* config);
esp_err_t esp_wifi_set_mode(wifi_mode_t mode);
esp_err_t esp_wifi_start(void);
esp_err_t esp_wifi_stop(void);
esp_err_t esp_wifi_connect(void);
esp_err_t esp_wifi_disconnect(void);
esp_err_t esp_wifi_scan_start(const wifi_scan_config_t* config, bool block);
esp_err_t esp_wifi_scan_stop(void);
esp_err_t esp_wifi_scan_get_ap_record(wifi_ap_record_t* ap_record);
esp_err_t esp_wifi_clear_ap_list(void);
esp_err_t esp_wifi_set_config(wifi_interface_t interface, wifi_config_t* conf);
esp_err_t esp_wifi_ap_get_sta_list(wifi_sta_list_t* sta);
esp_err_t esp_wifi_set_storage(wifi_storage_t storage);
esp_err_t esp_wifi_set_country_code(const char* country, bool ieee80211d_enabled);
esp_err_t esp_wifi_sta_get_rssi(int* rssi);

#ifdef __cplusplus
}
#endif
